import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageLoading } from '../shared/screen/screen.tsx';
import { logOut } from '../shared/session/leave.ts';
import { t } from './-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/logout')({ component: Logout });

function Logout() {
  useEffect(() => {
    void logOut();
  }, []);
  return <PageLoading whole label={t('signingOut')} />;
}
