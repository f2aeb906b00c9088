import { useEffect, useRef, useState } from 'react';
import { useAuth } from 'react-oidc-context';
import { Landing } from '../modules/account/user/landing.tsx';
import { DocumentTitle } from '../shared/document-title.tsx';
import { replaceAddress } from '../shared/screen.ts';
import { leaveForLogin, returnPathOf, userManager } from '../shared/session.ts';
import { Shell } from '../shared/shell.tsx';
import { Waiting } from '../shared/waiting.tsx';

const failures = {
  refused: "Login wasn't completed. Try again.",
  stale: 'This login was already used or has expired. Log in again.',
  unreachable: "We can't reach the login host. Check your connection and try again.",
};

/** Where the login host sends people back; opened by hand it starts the login. */
export function LoginRoute() {
  const { isLoading, user, error } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const decided = useRef(false);

  useEffect(() => {
    if (user) return replaceAddress(returnPathOf(user.state));
    if (isLoading || decided.current) return;
    decided.current = true;
    const address = new URLSearchParams(location.search);
    const decide = async () => {
      // Coming back here by the Back button, with a session at hand: nothing is wrong.
      if (await userManager.getUser()) return location.replace('/');
      if (address.has('error')) return setFailure(failures.refused);
      if (error) {
        const noAnswer = error.innerError instanceof TypeError;
        return setFailure(noAnswer ? failures.unreachable : failures.stale);
      }
      await leaveForLogin(false).catch(() => setFailure(failures.unreachable));
    };
    void decide();
  }, [isLoading, user, error]);

  if (failure) return <Landing failure={failure} />;
  return (
    <Shell>
      <DocumentTitle>Log in</DocumentTitle>
      <Waiting label="Logging in" />
    </Shell>
  );
}
