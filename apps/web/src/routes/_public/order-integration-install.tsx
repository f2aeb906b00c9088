import { createFileRoute } from '@tanstack/react-router';
import { StoreConnectScreen } from '../../modules/commerce/store/store-connect-screen.tsx';

export const Route = createFileRoute('/_public/order-integration-install')({ component: StoreConnect });

function StoreConnect() {
  const navigate = Route.useNavigate();
  return (
    <StoreConnectScreen
      onKept={() => void navigate({ to: '/', replace: true })}
      onRead={() => void navigate({ search: {}, replace: true })}
    />
  );
}
