const READ = [
  {
    what: 'Orders, refunds and cancellations',
    why: 'So that each sale counts for the creator it came from, and leaves again when it is returned.',
  },
  {
    what: 'Products and prices',
    why: 'So that you see what was sold, and for how much.',
  },
  {
    what: 'Codes and links of an order',
    why: 'They say which creator sent the buyer.',
  },
  {
    what: 'Discounts',
    why: 'So that creators can get codes of their own. None is made before you ask for it.',
  },
];

const STEPS = [
  { title: 'Allow it in your store', text: 'Your store shows what Troupe asks for.' },
  { title: 'Log in, or sign up', text: 'With the account of your brand.' },
  { title: 'Connect', text: 'You see the store and the brand it goes to before anything is read.' },
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
        <p className="t-ink2">
          Who bought is not kept: no names, no addresses, no payment details of your customers.
        </p>
      </section>
      <section aria-labelledby="store-steps">
        <h2 id="store-steps" className="t-16">
          How it goes
        </h2>
        <ol>
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <span className="t-medium">{title}</span>
              <span className="t-ink2">{text}</span>
            </li>
          ))}
        </ol>
        <p className="t-ink2">You can disconnect the store in your account whenever you like.</p>
      </section>
    </div>
  );
}
