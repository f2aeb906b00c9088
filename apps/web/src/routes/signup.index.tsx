import { createFileRoute } from '@tanstack/react-router';
import { type LoginAddress, LoginScreen } from '../modules/account/user/login-screen.tsx';

export const Route = createFileRoute('/signup/')({
  validateSearch: (search: Record<string, unknown>) => search as LoginAddress,
  component: SignUp,
});

function SignUp() {
  return <LoginScreen address={Route.useSearch()} signUp />;
}
