import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/screen/later-screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/social-listening')({ component: SocialListening });

function SocialListening() {
  return (
    <LaterScreen title={t('listening.title')} text={t('listening.text')}>
      {t('listening.later')}
    </LaterScreen>
  );
}
