import { AD_BUDGET_PERCENT, CURRENCY, NOTICE_DAYS, PLANS, SETUP_FEE } from '@troupe/domain/billing/plan';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { joined, language } from '@troupe/i18n/language';
import { Link } from '@troupe/ui/action/link';
import type { ReactNode } from 'react';
import { dollars } from '../../../shared/dollars.ts';
import { linkTarget } from '../../../shared/links.ts';
import '../../../shared/visitor/reading.css';
import { t } from './messages/messages.gen.ts';

const selfServe = PLANS.find(({ id }) => id === 'self-serve');

const limits = () =>
  joined(
    PLANS.flatMap(({ name, collaborations }) =>
      collaborations === null ? [] : [t('plans.limit', { plan: name, count: collaborations })],
    ),
  );

const bold = (words: ReactNode) => <strong key="b">{words}</strong>;

const linkTo = (href: string) => (words: ReactNode) => (
  <Link key={href} href={href} className="t-link">
    {words}
  </Link>
);

/** What using Troupe binds to. The numbers come from where the product reads them. */
export function TermsPage() {
  return (
    <article className="reading">
      <header className="reading-head">
        <h1 className="t-28">{t('title')}</h1>
        <p className="reading-lead">{t('lead')}</p>
        {language() !== 'en' && <p>{t.rich('binding', { english: linkTo('/terms?language=en') })}</p>}
      </header>

      <section aria-labelledby="account">
        <h2 id="account" className="t-16">
          {t('account')}
        </h2>
        <ul>
          <li>{t('account.business')}</li>
          <li>{t('account.true')}</li>
          <li>{t('account.secrets')}</li>
          <li>{t('account.owners')}</li>
        </ul>
      </section>

      <section aria-labelledby="plans">
        <h2 id="plans" className="t-16">
          {t('plans')}
        </h2>
        <ul>
          <li>{t.rich('plans.prices', { pricing: linkTo('/pricing'), currency: CURRENCY })}</li>
          <li>{t.rich('plans.setup', { b: bold, fee: dollars(SETUP_FEE) })}</li>
          <li>{t.rich('plans.limits', { b: bold, users: selfServe?.teamUsers ?? 0, limits: limits() })}</li>
          <li>{t.rich('plans.credits', { b: bold })}</li>
          <li>{t.rich('plans.addOns', { b: bold, percent: AD_BUDGET_PERCENT })}</li>
          <li>{t('plans.pastDue')}</li>
        </ul>
      </section>

      <section aria-labelledby="term">
        <h2 id="term" className="t-16">
          {t('term')}
        </h2>
        <ul>
          <li>{t.rich('term.minimum', { b: bold })}</li>
          <li>{t.rich('term.notice', { b: bold, days: NOTICE_DAYS })}</li>
          <li>{t('term.export')}</li>
          <li>{t('term.closed')}</li>
        </ul>
      </section>

      <section aria-labelledby="creators">
        <h2 id="creators" className="t-16">
          {t('creators')}
        </h2>
        <ul>
          <li>{t('creators.agreement')}</li>
          <li>{t.rich('creators.processing', { b: bold, percent: PROCESSING_FEE_PERCENT })}</li>
          <li>{t('creators.email')}</li>
          <li>{t('creators.disclosure')}</li>
        </ul>
      </section>

      <section aria-labelledby="data">
        <h2 id="data" className="t-16">
          {t('data')}
        </h2>
        <ul>
          <li>{t('data.yours')}</li>
          <li>{t('data.imports')}</li>
          <li>{t('data.metrics')}</li>
          <li>{t('data.cookies')}</li>
        </ul>
      </section>

      <section aria-labelledby="use">
        <h2 id="use" className="t-16">
          {t('use')}
        </h2>
        <ul>
          <li>{t('use.fair')}</li>
          <li>{t('use.close')}</li>
          <li>{t('use.liability')}</li>
          <li>{t('use.license')}</li>
        </ul>
      </section>

      <section aria-labelledby="changes">
        <h2 id="changes" className="t-16">
          {t('changes')}
        </h2>
        <p>
          {t.rich('changes.text', { contact: linkTo(linkTarget('contact')), faq: linkTo(linkTarget('faq')) })}
        </p>
      </section>
    </article>
  );
}
