const READ = [
  {
    what: 'Orders, refunds and cancellations',
    why: "To credit each sale to the creator who drove it, and remove it if it's returned.",
  },
  {
    what: 'Products and prices',
    why: 'To show what was sold and at what price.',
  },
  {
    what: 'Discount codes and links on orders',
    why: 'They show which creator referred the buyer.',
  },
  {
    what: 'Discounts',
    why: 'So creators can get their own codes. No codes are created until you ask for them.',
  },
];

const STEPS = [
  { title: 'Allow it in your store', text: 'Your store shows the permissions Troupe requests.' },
  { title: 'Log in, or sign up', text: 'With the account of your brand.' },
  { title: 'Connect', text: 'You review the store and the brand before any data is read.' },
];

/** What connecting a store reads and why, and how it goes. */
export function StoreFacts() {
  return (
    <div className="store-facts">
      <section aria-labelledby="store-reads">
        <h2 id="store-reads" className="t-16">
          What Troupe reads, and why
        </h2>
        <dl>
          {READ.map(({ what, why }) => (
            <div key={what}>
              <dt className="t-medium">{what}</dt>
              <dd className="t-ink2">{why}</dd>
            </div>
          ))}
        </dl>
        <p className="t-ink2">We don't store customer data: no names, addresses or payment details.</p>
      </section>
      <section aria-labelledby="store-steps">
        <h2 id="store-steps" className="t-16">
          How it works
        </h2>
        <ol>
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <span className="t-medium">{title}</span>
              <span className="t-ink2">{text}</span>
            </li>
          ))}
        </ol>
        <p className="t-ink2">You can disconnect the store in your account at any time.</p>
      </section>
    </div>
  );
}
