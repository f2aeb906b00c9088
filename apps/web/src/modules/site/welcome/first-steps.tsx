import {
  IconChevronRight,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconLockOpen2,
} from '@tabler/icons-react';
import type { WelcomeState } from '@troupe/domain/site/welcome';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { dayText } from '@troupe/ui/lib/date';
import { t } from '../messages/messages.gen.ts';
import { STEP_WORDS } from './welcome-labels.ts';

/** The checklist. The first step that is open stands out. */
export function FirstSteps({ steps }: { steps: readonly WelcomeState[] }) {
  const next = steps.find(({ doneAt }) => doneAt === null)?.step;
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="t-hidden">
        {t('steps.title')}
      </h2>
      <ol className="first-steps">
        {steps.map((state) =>
          state.doneAt === null ? (
            <OpenStep key={state.step} state={state} next={state.step === next} />
          ) : (
            <DoneStep key={state.step} state={state} doneAt={state.doneAt} />
          ),
        )}
      </ol>
    </section>
  );
}

function DoneStep({ state, doneAt }: { state: WelcomeState; doneAt: string }) {
  const { title, href, done } = STEP_WORDS[state.step];
  return (
    <li>
      <Link href={href} className="first-step">
        <IconCircleCheckFilled
          size={20}
          className="first-step-done"
          role="img"
          aria-label={t('steps.done')}
        />
        <span className="t-grow first-step-words">
          <span className="t-medium">{title()}</span>
          <span className="t-ink2">{done(state)}</span>
        </span>
        <span className="t-12 t-ink3 t-num first-step-aside">{dayText(doneAt)}</span>
        <IconChevronRight size={16} />
      </Link>
    </li>
  );
}

function OpenStep({ state, next }: { state: WelcomeState; next: boolean }) {
  const { title, why, unlocks, action, minutes, href, other } = STEP_WORDS[state.step];
  return (
    <li>
      <div className="first-step" data-next={next || undefined}>
        <IconCircleDashed size={20} className="first-step-open" role="img" aria-label={t('steps.toDo')} />
        <span className="t-grow first-step-words">
          <span className="t-medium">{title()}</span>
          <span className="t-ink2">{why()}</span>
          <span className="t-12 t-ink2 first-step-unlocks">
            <IconLockOpen2 size={14} />
            {unlocks()}
          </span>
        </span>
        <span className="t-12 t-ink2 first-step-aside">{t('steps.minutes', { count: minutes })}</span>
        <span className="first-step-actions">
          {other && next && <Button href={other.href}>{other.action()}</Button>}
          <Button kind={next ? 'main' : 'second'} href={href}>
            {action()}
          </Button>
        </span>
      </div>
    </li>
  );
}
