import { CURRENCY, PLANS } from '@troupe/domain/billing/plan';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StorePage } from '../../modules/commerce/store/store-page.tsx';
import { BookADemoPage, DemoConfirmationPage } from '../../modules/site/demo-request/book-a-demo-page.tsx';
import { FAQ } from '../../modules/site/faq/faq-entries.ts';
import { FaqPage } from '../../modules/site/faq/faq-page.tsx';
import { note, subLine } from '../../modules/site/pricing/pricing-labels.ts';
import { PricingPage, visitorAddOn, visitorPlan } from '../../modules/site/pricing/pricing-page.tsx';
import { TermsPage } from '../../modules/site/terms/terms-page.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

/** A page that visitors get as plain HTML; the app has a screen of the same address. */
interface VisitorPage {
  path: string;
  /** The whole title of the document. */
  title: string;
  description: string;
  /** Whether search engines may list it. */
  listed: boolean;
  /** What it is about, for machines (schema.org). */
  data?: object;
  content: ReactNode;
}

const nothingHeld = new Set<string>();
const ignore = () => {};

const VISITOR_PAGES: readonly VisitorPage[] = [
  {
    path: '/pricing',
    title: 'Pricing | Troupe',
    description: `${subLine()} ${note()} Monthly and yearly prices, add-ons and terms.`,
    listed: true,
    data: {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: 'Troupe',
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      offers: PLANS.map(({ name, price }) => ({
        '@type': 'Offer',
        name: `${name}, paid monthly`,
        price: (price.monthly / 100).toFixed(2),
        priceCurrency: CURRENCY,
      })),
    },
    content: (
      <PricingPage
        period="both"
        onPeriod={ignore}
        chosen={null}
        held={nothingHeld}
        planAction={visitorPlan}
        addOnAction={visitorAddOn}
      />
    ),
  },
  {
    path: '/book-a-demo',
    title: 'Book a Demo | Brands',
    description:
      'See how brands find, invite and work with 175,000+ creators on Instagram, TikTok and YouTube. Half an hour, with creators of your field.',
    listed: true,
    content: <BookADemoPage />,
  },
  {
    path: '/demo-confirmation',
    title: 'Demo Booked | Brands',
    description: 'We received your demo request.',
    listed: false,
    content: <DemoConfirmationPage />,
  },
  {
    path: '/order-integration-install',
    title: 'Connect your Shopify store | Troupe',
    description: 'What Troupe reads from a Shopify store, and why: see which creator brought each sale.',
    listed: false,
    content: <StorePage />,
  },
  {
    path: '/terms',
    title: 'Terms | Troupe',
    description:
      'What you agree to when you use Troupe: plans, setup fee, minimum term, notice, payment processing fee, data.',
    listed: true,
    content: <TermsPage />,
  },
  {
    path: '/faq',
    title: 'FAQ | Troupe',
    description:
      'Answers on platforms and numbers, invites and campaigns, plans and payment, and for creators who take part.',
    listed: true,
    data: {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: FAQ.flatMap(({ entries }) =>
        entries.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      ),
    },
    content: <FaqPage />,
  },
];

/** A page as the build writes it. */
export interface RenderedPage extends Omit<VisitorPage, 'content'> {
  html: string;
}

/** The pages that visitors get, as HTML. Runs at build time only (vite/visitor-pages.ts). */
export const renderedPages = (): RenderedPage[] =>
  VISITOR_PAGES.map(({ content, ...page }) => ({
    ...page,
    html: renderToStaticMarkup(<VisitorFrame path={page.path}>{content}</VisitorFrame>),
  }));
