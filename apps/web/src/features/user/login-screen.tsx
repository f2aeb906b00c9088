import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PageLoading } from '../../shared/page-loading.tsx';
import { localPath } from '../../shared/session/leave.ts';
import { sessionAtStart } from '../../shared/session/token.ts';

export function LoginScreen({
  address,
  signUp = false,
}: {
  address: { returnTo?: string; code?: string; state?: string; error?: string };
  signUp?: boolean;
}) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    (async () => {
      const { finishLogin, leaveForLogin } = await import('../../shared/session/oidc.ts');
      if (address.state) {
        const state = await finishLogin();
        await navigate({ href: localPath(state.returnTo), replace: true });
      } else if ((await sessionAtStart()) === 'open') {
        await navigate({ href: localPath(address.returnTo), replace: true });
      } else await leaveForLogin({ returnTo: localPath(address.returnTo) }, signUp);
    })().catch(setFailure);
  }, []);
  return failure ? <p>{String(failure)}</p> : <PageLoading whole />;
}
