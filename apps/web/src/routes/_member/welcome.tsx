import { createFileRoute } from '@tanstack/react-router';
import { welcomeOptions } from '../../modules/site/welcome/welcome-queries.ts';
import { WelcomeScreen } from '../../modules/site/welcome/welcome-screen.tsx';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { warmForBrand } from '../../shared/current-brand.ts';
import { DocumentTitle } from '../../shared/document-title.tsx';

export const Route = createFileRoute('/_member/welcome')({
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => void queryClient.prefetchQuery(welcomeOptions(brandId))),
  component: Welcome,
});

function Welcome() {
  return (
    <BrandScreen>
      <DocumentTitle>Welcome</DocumentTitle>
      <WelcomeScreen />
    </BrandScreen>
  );
}
