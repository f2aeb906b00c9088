import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SafetyCoverage, SafetyEvidence, SafetyFlag } from '@troupe/domain/discovery/safety-flag';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextArea } from '@troupe/ui/field/field';
import { shortDayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useState } from 'react';
import { useBrandId } from '../brand/current-brand.ts';
import { errorText } from '../call/error-text.ts';
import { t } from './messages/messages.gen.ts';
import { creatorSafetyOptions, useDecision } from './safety-flag-queries.ts';
import { categoryName, stateName } from './safety-labels.ts';
import { SafetyQuote } from './safety-quote.tsx';

const TONES: Record<SafetyFlag['state'], PillTone> = {
  open: 'tangerine',
  confirmed: 'red',
  dismissed: 'neutral',
  cleared: 'neutral',
};

interface CreatorSafetyProps {
  creatorId: string;
  /** Checks the creator now. */
  check: () => Promise<unknown>;
}

/** A creator's brand-safety flags and checked content, in the drawer. */
export default function CreatorSafety({ creatorId, check }: CreatorSafetyProps) {
  const query = useQuery(creatorSafetyOptions(useBrandId(), creatorId));
  const cache = useQueryClient();
  const checking = useMutation({
    mutationFn: check,
    onSettled: () => cache.invalidateQueries({ queryKey: ['safety-flag'] }),
  });
  const { data } = query;
  const open = data?.flags.filter(({ state }) => state === 'open').length ?? 0;
  return (
    <DrawerSection
      title={t('title')}
      aside={open > 0 && <Pill tone="tangerine">{t('openFlags', { count: open })}</Pill>}
    >
      {query.error && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading label={t('loading')}>
          <SkeletonText lines={2} />
        </Loading>
      )}
      {data && (
        <>
          {data.flags.map((flag) => (
            <Flag key={flag.id} flag={flag} />
          ))}
          <Coverage coverage={data.coverage} hasFlags={data.flags.length > 0} />
          <p>
            <Button size="row" busy={checking.isPending} onClick={() => checking.mutate()}>
              {data.coverage.checked ? t('checkAgain') : t('check')}
            </Button>
          </p>
          {checking.error && (
            <p className="t-12" role="alert">
              {errorText(checking.error)}
            </p>
          )}
        </>
      )}
    </DrawerSection>
  );
}

/** The checked content and when it was checked. Never says that a creator is safe. */
function Coverage({ coverage, hasFlags }: { coverage: SafetyCoverage; hasFlags: boolean }) {
  const { checked, posts, withoutText, bio, read, figures } = coverage;
  if (!checked) return <p className="t-ink2">{t('unchecked')}</p>;
  return (
    <div className="t-12 t-ink2">
      {!hasFlags && <p>{t('noFlags')}</p>}
      <p>
        {t('coverage', { count: posts, bio: bio ? 'yes' : 'no', date: shortDayText(checked) })}{' '}
        {read ? t('read', { date: shortDayText(read) }) : t('neverRead')}
      </p>
      {withoutText > 0 && <p>{t('withoutText', { count: withoutText })}</p>}
      <p>{figures === 'known' ? t('figuresKnown') : t('figuresUnknown')}</p>
    </div>
  );
}

function Flag({ flag }: { flag: SafetyFlag }) {
  const [deciding, setDeciding] = useState<'confirmed' | 'dismissed' | null>(null);
  const decision = useDecision();
  const { category, state, evidence, evidenceCount, by, decided, reason } = flag;
  const isOpen = state === 'open';
  return (
    <article className="safety-flag" aria-label={categoryName(category)}>
      <div className="safety-flag-head">
        <strong className="t-medium">{categoryName(category)}</strong>
        <Pill tone={TONES[state]}>{stateName(state)}</Pill>
      </div>
      <ul className="safety-evidence">
        {evidence.slice(0, 3).map((one) => (
          <li key={one.id}>
            <Evidence evidence={one} />
          </li>
        ))}
      </ul>
      {evidenceCount > 3 && <p className="t-12 t-ink3">{t('more', { count: evidenceCount - 3 })}</p>}
      {decided && (
        <p className="t-12 t-ink2" dir="auto">
          {t('decidedBy', { by: by ?? t('someone'), date: shortDayText(decided) })}
          {reason && `: ${reason}`}
        </p>
      )}
      <div className="safety-flag-head">
        {isOpen ? (
          <>
            <Button size="row" onClick={() => setDeciding('confirmed')}>
              {t('confirm')}
            </Button>
            <Button size="row" onClick={() => setDeciding('dismissed')}>
              {t('dismiss')}
            </Button>
          </>
        ) : (
          <Button
            size="row"
            kind="quiet"
            busy={decision.isPending}
            onClick={() => decision.mutate({ flag, state: 'open', reason: '' })}
          >
            {t('reopen')}
          </Button>
        )}
      </div>
      {deciding && <DecideDialog flag={flag} state={deciding} onClose={() => setDeciding(null)} />}
    </article>
  );
}

function Evidence({
  evidence: { kind, url, published, ruleVersion, parts, figures },
}: {
  evidence: SafetyEvidence;
}) {
  const where = kind === 'bio' ? t('inBio') : published ? t('inPost', { date: shortDayText(published) }) : '';
  return (
    <>
      {figures && (
        <p>
          {t(`change.${figures.figure}`, { from: exactNumber(figures.from), to: exactNumber(figures.to) })}{' '}
          {t('changeDates', { from: shortDayText(figures.fromAt), to: shortDayText(figures.toAt) })}
        </p>
      )}
      {parts.length > 0 ? <SafetyQuote parts={parts} /> : !figures && <p className="t-ink3">{t('erased')}</p>}
      <p className="t-12 t-ink3">
        {!figures && where && `${where} · `}
        {ruleVersion === 0 ? t('ruleDefault') : t('ruleVersion', { version: ruleVersion })}
        {url && (
          <>
            {' · '}
            <Link href={url}>{t('openPost')}</Link>
          </>
        )}
      </p>
    </>
  );
}

interface DecideDialogProps {
  flag: SafetyFlag;
  state: 'confirmed' | 'dismissed';
  onClose: () => void;
}

function DecideDialog({ flag, state, onClose }: DecideDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const decision = useDecision();
  const submit = () => {
    if (state === 'dismissed' && reason.trim() === '') {
      setError(t('reasonMissing'));
      return;
    }
    decision.mutate({ flag, state, reason: reason.trim() }, { onSettled: onClose });
  };
  return (
    <Dialog
      open
      width={420}
      title={state === 'confirmed' ? t('confirmTitle') : t('dismissTitle')}
      foot={t('decideFoot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={decision.isPending}>
            {state === 'confirmed' ? t('confirm') : t('dismiss')}
          </Button>
        </>
      }
    >
      <TextArea
        label={state === 'dismissed' ? t('reason') : t('reasonOptional')}
        size="form"
        rows={3}
        maxLength={500}
        value={reason}
        error={error}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
