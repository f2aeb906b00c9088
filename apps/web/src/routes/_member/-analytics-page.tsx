import type { AnalyticsTab, TabProps } from '../../modules/analytics/analytics-address.ts';
import { AnalyticsScreen } from '../../modules/analytics/analytics-screen.tsx';
import { t } from '../../modules/analytics/messages/messages.gen.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';

/** Analytics of the chosen brand. */
export function AnalyticsPage(props: TabProps & { tab: AnalyticsTab }) {
  return (
    <BrandScreen>
      <DocumentTitle>{t('title')}</DocumentTitle>
      <AnalyticsScreen {...props} />
    </BrandScreen>
  );
}
