import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/screen/later-screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/analytics')({ component: Analytics });

function Analytics() {
  return (
    <LaterScreen title={t('analytics.title')} text={t('analytics.text')}>
      {t('analytics.later')}
    </LaterScreen>
  );
}
