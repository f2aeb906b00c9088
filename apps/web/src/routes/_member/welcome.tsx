import { createFileRoute } from '@tanstack/react-router';
import { welcomeOptions } from '../../modules/site/welcome/welcome-queries.ts';
import { WelcomeScreen } from '../../modules/site/welcome/welcome-screen.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/welcome')({
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => void queryClient.prefetchQuery(welcomeOptions(brandId))),
  component: Welcome,
});

function Welcome() {
  return (
    <BrandScreen>
      <DocumentTitle>{t('welcome.title')}</DocumentTitle>
      <WelcomeScreen />
    </BrandScreen>
  );
}
