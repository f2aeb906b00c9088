import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../../modules/account/user/login-screen.tsx';
import { CheckoutReturn } from '../../modules/billing/checkout/checkout-return.tsx';
import { useBrandIdOrNone } from '../../shared/brand/current-brand.ts';
import { PageLoading } from '../../shared/screen/screen.tsx';
import { useSession } from '../../shared/session/session.ts';
import { PricingScreen } from '../-pricing/pricing-screen.tsx';

interface Address {
  /** Yearly prices unless it says otherwise. */
  period?: 'monthly';
  /** What was bought on the provider's page, which leads back here with its id and state. */
  checkout?: string;
  id?: string;
  state?: string;
}

function readPricingAddress(search: Record<string, unknown>): Address {
  const { period, checkout, id, state } = search;
  return {
    ...(period === 'monthly' ? { period } : {}),
    ...(typeof checkout === 'string' ? { checkout } : {}),
    ...(typeof checkout === 'string' && typeof id === 'string' ? { id } : {}),
    ...(typeof checkout === 'string' && typeof state === 'string' ? { state } : {}),
  };
}

export const Route = createFileRoute('/_public/pricing/')({
  validateSearch: readPricingAddress,
  component: Pricing,
});

function Pricing() {
  const { period, checkout, id, state } = Route.useSearch();
  if (checkout) return <Returned word={checkout} hostedPageId={id} state={state} />;
  return <PricingScreen period={period ?? 'yearly'} />;
}

interface ReturnedProps {
  word: string;
  hostedPageId: string | undefined;
  state: string | undefined;
}

/** The return from the provider's page. An expired session is renewed before posting the payment. */
function Returned(props: ReturnedProps) {
  const navigate = Route.useNavigate();
  const signedIn = useSession().status !== 'none';
  const brandId = useBrandIdOrNone();
  if (!signedIn) return <LoginScreen address={{ returnTo: location.pathname + location.search }} />;
  if (!brandId) return <PageLoading />;
  return (
    <CheckoutReturn
      {...props}
      brandId={brandId}
      onCancelled={(from) => void navigate({ href: from, replace: true })}
    />
  );
}
