import { createFileRoute } from '@tanstack/react-router';
import { type LoginAddress, LoginScreen } from '../modules/account/user/login-screen.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>) => search as LoginAddress,
  component: Login,
});

function Login() {
  return <LoginScreen address={Route.useSearch()} />;
}
