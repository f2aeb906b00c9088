import { useMutation } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { PasswordField } from '@troupe/ui/field/field';
import { useEffect, useState } from 'react';
import { errorText } from '../call/error-text.ts';
import { StandaloneScreen } from '../screen/standalone-screen.tsx';
import { t } from './messages/messages.gen.ts';
import './share-link.css';

/** Keeps a page out of search engines, and its address out of requests to others. */
export function useHiddenPage(): void {
  useEffect(() => {
    const tags = [
      ['robots', 'noindex, nofollow, noarchive'],
      ['referrer', 'no-referrer'],
    ].map(([name = '', content = '']) => {
      const tag = document.createElement('meta');
      tag.name = name;
      tag.content = content;
      document.head.append(tag);
      return tag;
    });
    return () => {
      for (const tag of tags) tag.remove();
    };
  }, []);
}

interface SharePasswordScreenProps {
  title: string;
  /** Label of the button. */
  action: string;
  /** Exchanges the password for the value of the access header. */
  check: (password: string) => Promise<{ access: string }>;
  onOpen: (access: string) => void;
}

/** Asks people with a link for its password. */
export function SharePasswordScreen({ title, action, check, onOpen }: SharePasswordScreenProps) {
  const [password, setPassword] = useState('');
  const open = useMutation({
    mutationFn: () => check(password),
    onSuccess: ({ access }) => onOpen(access),
  });
  const { error } = open;
  const wrong = error instanceof CallError ? error.body.fields?.password : undefined;
  return (
    <StandaloneScreen title={title}>
      <form
        className="share-password"
        onSubmit={(event) => {
          event.preventDefault();
          if (!open.isPending) open.mutate();
        }}
      >
        <PasswordField
          label={t('password')}
          size="form"
          autoComplete="off"
          required
          value={password}
          error={wrong ? t('wrong') : error ? errorText(error) : undefined}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button kind="main" size="form" type="submit" busy={open.isPending}>
          {action}
        </Button>
      </form>
    </StandaloneScreen>
  );
}
