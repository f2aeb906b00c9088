import type { CallOutput } from '@troupe/contract/call';
import { importMonitors } from '@troupe/contract/listening/monitor';
import type { MonitorKind } from '@troupe/domain/listening/monitor';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { SelectField } from '@troupe/ui/field/field';
import { FileChoice } from '@troupe/ui/field/file-choice';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { t } from './messages/messages.gen.ts';
import { FORM_KINDS } from './monitor-form.ts';
import { problemText } from './problem-text.ts';

type Results = CallOutput<typeof importMonitors>['results'];

/** Creates monitors from `.bwq` files, and says which were refused and where. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const brandId = useBrandId();
  const [kind, setKind] = useState<Exclude<MonitorKind, 'creator-code'>>('topic');
  const [results, setResults] = useState<Results | null>(null);
  const send = useListeningWrite(
    async (files: File[]) => {
      const read = await Promise.all(
        files.slice(0, 100).map(async (file) => ({ name: file.name, text: await file.text() })),
      );
      return client.call(importMonitors, { params: { brandId }, body: { files: read, kind } });
    },
    { failed: t('importFailed') },
  );
  return (
    <Dialog
      open
      width={560}
      title={t('importTitle')}
      onClose={onClose}
      actions={
        results ? (
          <Button kind="main" autoFocus onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <FileChoice
              accept=".bwq,.txt"
              multiple
              onFiles={(files) => send.mutate(files, { onSuccess: (answer) => setResults(answer.results) })}
            >
              {(choose) => (
                <Button kind="main" busy={send.isPending} onClick={choose}>
                  {t('importChoose')}
                </Button>
              )}
            </FileChoice>
          </>
        )
      }
    >
      {results ? (
        <ul className="listening-lines">
          {results.map(({ name, monitorId, problems }) => (
            <li key={name}>
              <div className="t-row t-wrap">
                <span className="t-medium">
                  <bdi>{name}</bdi>
                </span>
                <Pill tone={monitorId ? 'green' : 'red'}>
                  {monitorId ? t('importCreated') : t('importRefused')}
                </Pill>
                {monitorId && (
                  <Link
                    className="t-link"
                    href={`/social-listening/monitors?open=${monitorId}`}
                    onClick={onClose}
                  >
                    {t('edit')}
                  </Link>
                )}
              </div>
              {problems.map((problem) => (
                <p key={`${problem.code}.${problem.start}`} className="t-12 t-ink2">
                  {t('importAt', { place: problem.start + 1, text: problemText(problem) })}
                </p>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <div className="listening-stack">
          <p className="t-ink2">{t('importText')}</p>
          <SelectField
            label={t('kind')}
            size="form"
            value={kind}
            onChange={(event) => setKind(event.target.value as typeof kind)}
            options={FORM_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </div>
      )}
    </Dialog>
  );
}
