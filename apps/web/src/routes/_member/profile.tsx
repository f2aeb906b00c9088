import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '../../modules/account/profile/profile-screen.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/profile')({ component: Profile });

function Profile() {
  return (
    <>
      <DocumentTitle>{t('profile.title')}</DocumentTitle>
      <ProfileScreen />
    </>
  );
}
