import { t } from './messages/messages.gen.ts';

const reads = () => [
  { what: t('reads.orders'), why: t('reads.ordersWhy') },
  { what: t('reads.products'), why: t('reads.productsWhy') },
  { what: t('reads.codes'), why: t('reads.codesWhy') },
  { what: t('reads.discounts'), why: t('reads.discountsWhy') },
  { what: t('reads.drafts'), why: t('reads.draftsWhy') },
];

const steps = () => [
  { title: t('steps.allow'), text: t('steps.allowText') },
  { title: t('steps.logIn'), text: t('steps.logInText') },
  { title: t('steps.connect'), text: t('steps.connectText') },
];

/** What connecting a store reads and why, and how it goes. */
export function StoreFacts() {
  return (
    <div className="store-facts">
      <section aria-labelledby="store-reads">
        <h2 id="store-reads" className="t-16">
          {t('reads.title')}
        </h2>
        <dl>
          {reads().map(({ what, why }) => (
            <div key={what}>
              <dt className="t-medium">{what}</dt>
              <dd className="t-ink2">{why}</dd>
            </div>
          ))}
        </dl>
        <p className="t-ink2">{t('reads.noCustomers')}</p>
      </section>
      <section aria-labelledby="store-steps">
        <h2 id="store-steps" className="t-16">
          {t('steps.title')}
        </h2>
        <ol>
          {steps().map(({ title, text }) => (
            <li key={title}>
              <span className="t-medium">{title}</span>
              <span className="t-ink2">{text}</span>
            </li>
          ))}
        </ol>
        <p className="t-ink2">{t('steps.disconnect')}</p>
      </section>
    </div>
  );
}
