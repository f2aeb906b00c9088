import type { OptInEvent } from '@troupe/domain/campaigns/opt-in';
import { Ago } from '@troupe/ui/content/ago';
import { Section } from '@troupe/ui/layout/section';
import { STATUS_LOOKS } from '../../../shared/campaign-words.ts';

const wordsOf = ({ kind, text }: OptInEvent) =>
  text || STATUS_LOOKS[kind as keyof typeof STATUS_LOOKS]?.label || kind;

/** What has happened, oldest first. */
export function History({ history }: { history: readonly OptInEvent[] }) {
  return (
    <Section title="History">
      <ol className="opt-in-history">
        {history.map((event) => (
          <li key={event.id}>
            <span className="t-grow">
              {wordsOf(event)}
              {event.by && <span className="t-ink2">, {event.by}</span>}
            </span>
            <span className="t-12 t-ink2">
              <Ago at={event.created} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
