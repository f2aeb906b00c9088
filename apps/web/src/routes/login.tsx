import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../features/user/login-screen.tsx';

export interface LoginAddress {
  /** Where to go after the login. */
  returnTo?: string;
  /** The login is for another tab, which waits. */
  forOtherTab?: string;
  code?: string;
  state?: string;
  error?: string;
  error_description?: string;
}

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>) => search as LoginAddress,
  component: () => <LoginScreen address={Route.useSearch()} />,
});
