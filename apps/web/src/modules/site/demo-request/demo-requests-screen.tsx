import { useQuery } from '@tanstack/react-query';
import { type DemoRequest, HELD_BACK_NAMES } from '@troupe/domain/site/demo-request';
import { DEMO_BUDGETS } from '@troupe/domain/site/demo-request-form';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { demoRequestsOptions } from './demo-request-queries.ts';
import './demo-requests.css';

interface DemoRequestsScreenProps {
  page: number;
  heldBack: boolean;
  onWant: (page: number, heldBack: boolean) => void;
}

/** Who wants to be shown the product, for administrators. */
export function DemoRequestsScreen({ page, heldBack, onWant }: DemoRequestsScreenProps) {
  const query = useQuery(demoRequestsOptions(page, heldBack));
  const { data } = query;
  return (
    <>
      <AdminHead section="demo-requests" subtitle="Demo requests from visitors" />
      <div className="t-page t-stack">
        <div>
          <Segmented
            label="Which requests"
            value={heldBack ? 'held' : 'people'}
            onChange={(next) => onWant(1, next === 'held')}
            options={[
              { value: 'people', label: 'Requests' },
              { value: 'held', label: 'Held back as spam' },
            ]}
          />
        </div>
        <LoadState what="the requests" query={query}>
          <SkeletonRows rows={6} />
        </LoadState>
        {data?.requests.length === 0 && (
          <EmptyState
            title={heldBack ? 'No spam' : 'No demo requests yet'}
            text={heldBack ? 'Spam is deleted after a month.' : 'The form is at /book-a-demo.'}
            drawing="seats"
          />
        )}
        {data && data.requests.length > 0 && (
          <ul className="demo-requests" aria-label="Requests for a demo">
            {data.requests.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ul>
        )}
        <PageNav label="Pages of requests" of={data} onPage={(next) => onWant(next, heldBack)} />
      </div>
    </>
  );
}

function Request({ request }: { request: DemoRequest }) {
  const { name, email, company, website, budget, message, source, heldBack, mail, created } = request;
  const range = DEMO_BUDGETS.find(({ value }) => value === budget)?.label;
  const cameBy = Object.values(source ?? {})
    .filter(Boolean)
    .join(', ');
  return (
    <li className="t-panel demo-request">
      <div className="demo-request-head">
        <h2 className="t-name">{company}</h2>
        <MailPill request={request} />
        <span className="t-12 t-ink3 demo-request-when">
          <Ago at={created} />
        </span>
      </div>
      <p className="t-ink2">
        {name},{' '}
        <a href={`mailto:${email}`} className="t-link">
          {email}
        </a>
        {website && (
          <>
            ,{' '}
            <a href={website} target="_blank" rel="noopener noreferrer nofollow" className="t-link">
              {website.replace(/^https?:\/\//, '')}
            </a>
          </>
        )}
      </p>
      {message && <p className="demo-request-message">{message}</p>}
      {(range || cameBy || heldBack || mail?.reason) && (
        <p className="t-12 t-ink3">
          {[
            heldBack && HELD_BACK_NAMES[heldBack],
            mail?.reason,
            range && `Monthly budget: ${range}.`,
            cameBy && `Source: ${cameBy}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </li>
  );
}

const MAILED: Partial<Record<string, { label: string; tone: PillTone }>> = {
  sent: { label: 'Emailed', tone: 'green' },
  queued: { label: 'Email queued', tone: 'neutral' },
  sending: { label: 'Email queued', tone: 'neutral' },
  deferred: { label: 'Email queued', tone: 'tangerine' },
};

/** Whether the sales address was notified. */
function MailPill({ request: { mail } }: { request: DemoRequest }) {
  if (!mail) return null;
  const { label, tone } = MAILED[mail.status] ?? { label: 'Not emailed', tone: 'red' as const };
  return <Pill tone={tone}>{label}</Pill>;
}
