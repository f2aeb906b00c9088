import { IconChartBar, IconDownload, IconRefresh, IconTable } from '@tabler/icons-react';
import { saveBlob } from '@troupe/browser/save-blob';
import { exportAudienceReport } from '@troupe/contract/discovery/audience-report';
import { REPORT_CREDITS } from '@troupe/domain/billing/credit';
import { audienceCharts, subsetsWithData, unlistedShare } from '@troupe/domain/discovery/audience-chart';
import type { AudienceReport, AudienceSubsetName } from '@troupe/domain/discovery/audience-report';
import { Cost } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { SourceMark } from '@troupe/ui/content/source-mark';
import { notify } from '@troupe/ui/feedback/notify';
import { exactTime } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Menu } from '@troupe/ui/overlay/menu';
import { Children, useEffect, useState } from 'react';
import { useBalance } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { AudienceCharts } from './audience-charts.tsx';
import type { HeldReport, ReportCreator } from './audience-report-queries.ts';
import { AudienceSubset } from './audience-subset.tsx';
import { t } from './messages/messages.gen.ts';
import { ageText, reportAge } from './report-labels.ts';

interface ReportViewProps {
  held: HeldReport;
  report: AudienceReport;
  creator: ReportCreator;
  buy: (forceReload: boolean, options?: { onSettled?: () => void }) => void;
  busy: boolean;
}

/** A report: age, source, actions, and the charts of one of its audiences. */
export function ReportView({ held, report, creator, buy, busy }: ReportViewProps) {
  const there = subsetsWithData(report);
  const [chosen, setChosen] = useState<AudienceSubsetName>('audience_followers');
  const [asTable, setAsTable] = useState(false);
  const shown = there.includes(chosen) ? chosen : there[0];
  const { created } = report.report_info;
  const age = reportAge(held, useNow());
  return (
    <>
      <div className="report-head">
        <span className="t-12 t-ink2">
          {Children.toArray(
            t.rich('report.age', {
              age: () => (
                <time dateTime={created} title={exactTime(created)}>
                  {ageText(age.days)}
                </time>
              ),
            }),
          )}
        </span>
        <div className="report-tools">
          <Downloads held={held} creator={creator} />
          {age.mayUpdate && <UpdateButton creator={creator} buy={buy} busy={busy} />}
        </div>
      </div>
      {shown ? (
        <>
          <div className="report-head">
            <AudienceSubset report={report} value={shown} onChange={setChosen} />
            <div className="report-tools">
              <IconButton
                size="row"
                label={asTable ? t('view.charts') : t('view.tables')}
                icon={asTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
                onClick={() => setAsTable(!asTable)}
              />
            </div>
          </div>
          <AudienceCharts
            charts={audienceCharts(report[shown].data)}
            unlisted={{
              countries: unlistedShare(report[shown].data?.audience_geo.countries),
              languages: unlistedShare(report[shown].data?.audience_languages),
            }}
            people={shown}
            asTable={asTable}
          />
        </>
      ) : (
        <p className="t-ink2">{t('report.noData')}</p>
      )}
      <p className="t-12 t-ink2">
        <SourceMark kind="provider" name={t('report.source', { time: exactTime(created) })} />
      </p>
    </>
  );
}

const HALF_HOUR = 1_800_000;

/** The current time, refreshed often enough for an age in days. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), HALF_HOUR);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Downloads({ held, creator }: { held: HeldReport; creator: ReportCreator }) {
  const brandId = useBrandId();
  const [busy, setBusy] = useState(false);
  const csv = async () => {
    if (!held.id || busy) return;
    setBusy(true);
    try {
      const params = { brandId, reportId: held.id };
      saveBlob(
        await client.download(exportAudienceReport, { params }),
        `deep-insights-${creator.username}.csv`,
      );
    } catch (error) {
      notify.failure(t('download.failed'), { detail: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={t('download.label')}
      align="end"
      trigger={
        <IconButton
          size="row"
          label={t('download.action')}
          icon={<IconDownload size={18} />}
          aria-busy={busy}
        />
      }
      items={[
        { label: 'CSV', onClick: () => void csv() },
        held.reportUrl
          ? { label: 'PDF', href: held.reportUrl, target: '_blank' }
          : { label: 'PDF', disabledReason: t('download.noPdf') },
      ]}
    />
  );
}

function UpdateButton({ creator, buy, busy }: Pick<ReportViewProps, 'creator' | 'buy' | 'busy'>) {
  const [asking, setAsking] = useState(false);
  const balance = useBalance();
  return (
    <>
      <Button size="row" icon={<IconRefresh size={16} />} busy={busy} onClick={() => setAsking(true)}>
        {t('update.action')} <Cost>{t('credits.cost', { credits: REPORT_CREDITS })}</Cost>
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('update.title', { name: creator.fullname || creator.username })}
        text={balance === undefined ? t('update.text') : t('update.textCredits', { credits: balance })}
        foot={t('credits.costs', { credits: REPORT_CREDITS })}
        confirm={t('update.action')}
        busy={busy}
        onConfirm={() => buy(true, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
