import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { CreatorHome } from '../features/user/creator-home.tsx';
import { Landing } from '../features/user/landing.tsx';
import { goHome } from '../shared/screen.ts';
import { Shell } from '../shared/shell.tsx';
import { Waiting } from '../shared/waiting.tsx';

/** `/` and every unknown address: the landing, or home for whoever is signed in. */
export function HomeRoute() {
  const { isLoading, user } = useAuth();
  useEffect(() => {
    if (location.pathname !== '/') goHome();
  }, []);
  if (user) return <CreatorHome subject={user.profile.sub} />;
  if (!isLoading) return <Landing />;
  return (
    <Shell>
      <Waiting label="Loading" />
    </Shell>
  );
}
