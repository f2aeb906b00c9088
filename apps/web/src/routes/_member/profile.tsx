import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '../../modules/account/profile/profile-screen.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/profile')({ component: Profile });

function Profile() {
  return (
    <>
      <DocumentTitle>Profile</DocumentTitle>
      <ProfileScreen />
    </>
  );
}
