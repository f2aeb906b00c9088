import { useEffect, useRef } from 'react';
import { DocumentTitle } from '../shared/document-title.tsx';
import { logOut } from '../shared/session.ts';
import { Shell } from '../shared/shell.tsx';
import { Waiting } from '../shared/waiting.tsx';

/** Ends the session here and at the login host. */
export function LogoutRoute() {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void logOut();
  }, []);
  return (
    <Shell>
      <DocumentTitle>Log out</DocumentTitle>
      <Waiting label="Logging out" />
    </Shell>
  );
}
