import { CURRENCY, PLANS } from '@troupe/domain/billing/plan';
import { addMessages, type CatalogMessages } from '@troupe/i18n/catalog';
import { inLanguage, LANGUAGES, type Language } from '@troupe/i18n/language';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { t as store } from '../../modules/commerce/store/messages/messages.gen.ts';
import { StorePage } from '../../modules/commerce/store/store-page.tsx';
import { BookADemoPage, DemoConfirmationPage } from '../../modules/site/demo-request/book-a-demo-page.tsx';
import { t as demo } from '../../modules/site/demo-request/messages/messages.gen.ts';
import { faqParts } from '../../modules/site/faq/faq-entries.ts';
import { FaqPage } from '../../modules/site/faq/faq-page.tsx';
import { t as faq } from '../../modules/site/faq/messages/messages.gen.ts';
import { t as site } from '../../modules/site/messages/messages.gen.ts';
import { note, subLine } from '../../modules/site/pricing/pricing-labels.ts';
import { PricingPage, visitorAddOn, visitorPlan } from '../../modules/site/pricing/pricing-page.tsx';
import { t as terms } from '../../modules/site/terms/messages/messages.gen.ts';
import { TermsPage } from '../../modules/site/terms/terms-page.tsx';
import { t as shell } from '../-shell/messages/messages.gen.ts';
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

/** The pages in the current language. */
const visitorPages = (): readonly VisitorPage[] => [
  {
    path: '/pricing',
    title: site('pricing.documentTitle'),
    description: site('pricing.description', { subLine: subLine(), note: note() }),
    listed: true,
    data: {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: 'Troupe',
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      offers: PLANS.map(({ name, price }) => ({
        '@type': 'Offer',
        name: site('pricing.offer', { plan: name }),
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
    title: demo('page.documentTitle'),
    description: demo('page.description'),
    listed: true,
    content: <BookADemoPage />,
  },
  {
    path: '/demo-confirmation',
    title: demo('done.documentTitle'),
    description: demo('done.description'),
    listed: false,
    content: <DemoConfirmationPage />,
  },
  {
    path: '/order-integration-install',
    title: store('documentTitle'),
    description: store('description'),
    listed: false,
    content: <StorePage />,
  },
  {
    path: '/terms',
    title: terms('documentTitle'),
    description: terms('description'),
    listed: true,
    content: <TermsPage />,
  },
  {
    path: '/faq',
    title: faq('documentTitle'),
    description: faq('description'),
    listed: true,
    data: {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: faqParts().flatMap(({ entries }) =>
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
  language: Language;
  /** Writing direction. */
  dir: 'ltr' | 'rtl';
  /** What the picture of links to it says. */
  pictureText: string;
  html: string;
}

/**
 * Renders the pages that visitors get, as HTML in one language. Runs at build time only (vite/visitor-pages.ts).
 * @param texts the messages of that language by catalog
 */
export function renderedPages(
  language: Language = 'en',
  texts: Record<string, CatalogMessages> = {},
): RenderedPage[] {
  addMessages(language, texts);
  return inLanguage(language, () =>
    visitorPages().map(({ content, ...page }) => ({
      ...page,
      language,
      dir: LANGUAGES[language].dir,
      pictureText: `Troupe. ${shell('footer.text')}`,
      html: renderToStaticMarkup(<VisitorFrame path={page.path}>{content}</VisitorFrame>),
    })),
  );
}
