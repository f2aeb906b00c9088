import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ProgramOverview } from '@troupe/domain/affiliate/affiliate-program';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Section } from '@troupe/ui/layout/section';
import { exactNumber } from '@troupe/ui/lib/format';
import { linkTarget } from '../../shared/links.ts';
import type { TabProps } from './affiliate-address.ts';
import { t } from './messages/messages.gen.ts';
import { ProgramAnalytics } from './program-analytics.tsx';

/** The program at a glance: what to set up next, what needs attention, and its figures. */
export default function ProgramDashboard({ program }: TabProps & { program: ProgramOverview }) {
  const { counts } = program;
  return (
    <div className="affiliate-tab">
      <Setup program={program} />
      {counts.openAlerts > 0 && (
        <div className="affiliate-note">
          <span className="t-grow">{t('dashboard.alerts', { count: counts.openAlerts })}</span>
          <Button href="/affiliate/alerts">{t('dashboard.reviewAlerts')}</Button>
        </div>
      )}
      <dl className="t-panel affiliate-tiles">
        {(
          [
            ['active', counts.active, '/affiliate/creators?state=active'],
            ['invited', counts.invited, '/affiliate/creators?state=invited'],
            ['links', counts.links, '/affiliate/links'],
            ['codes', counts.codes, '/affiliate/codes'],
          ] as const
        ).map(([name, count, href]) => (
          <div key={name} className="affiliate-tile">
            <dt className="t-12 t-ink3">{t(`dashboard.${name}`)}</dt>
            <dd className="t-20 t-num">
              <Link href={href}>{exactNumber(count)}</Link>
            </dd>
          </div>
        ))}
      </dl>
      {program.version > 0 && <ProgramAnalytics zone={program.rules.zone} />}
    </div>
  );
}

/** The steps to the first sale; gone once all are done. */
function Setup({ program: { state, stores, counts } }: { program: ProgramOverview }) {
  const creators = counts.invited + counts.active + counts.paused;
  const steps = [
    { id: 'store', done: stores.length > 0, href: linkTarget('storeApp') },
    { id: 'on', done: state === 'on', href: '/affiliate/settings' },
    { id: 'invite', done: creators > 0, href: '/affiliate/creators?open=new' },
    { id: 'link', done: counts.links > 0, href: '/affiliate/links?open=new' },
  ] as const;
  const next = steps.find(({ done }) => !done);
  if (!next) return null;
  return (
    <Section id="setup" title={t('setup.title')} subtitle={t('setup.text')}>
      <ol className="affiliate-lines">
        {steps.map((step) => (
          <li key={step.id}>
            {step.done ? (
              <IconCircleCheck size={18} aria-hidden="true" />
            ) : (
              <IconCircleDashed size={18} aria-hidden="true" />
            )}
            <span className={step.done ? 't-grow t-ink2' : 't-grow t-medium'}>
              {t(`setup.${step.id}`)}
              {step.done && <span className="t-hidden"> {t('setup.done')}</span>}
            </span>
            {step === next && (
              <Button kind="main" href={step.href}>
                {t(`setup.${step.id}Action`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
