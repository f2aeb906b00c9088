import {
  AD_BUDGET_PERCENT,
  addOnOf,
  CURRENCY,
  NOTICE_DAYS,
  PLANS,
  SETUP_FEE,
} from '@troupe/domain/billing/plan';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { Link } from '@troupe/ui/action/link';
import { dollars } from '../../../shared/dollars.ts';
import { linkTarget } from '../../../shared/links.ts';
import '../../../shared/visitor/reading.css';

const selfServe = PLANS.find(({ id }) => id === 'self-serve');
const limited = PLANS.filter(({ collaborations }) => collaborations !== null);

/** What using Troupe binds to. The numbers come from where the product reads them. */
export function TermsPage() {
  return (
    <article className="reading">
      <header className="reading-head">
        <h1 className="t-28">Terms</h1>
        <p className="reading-lead">
          What you agree to when you use Troupe, in plain words. “We” means the operator of this installation,
          who is the other party to the agreement.
        </p>
      </header>

      <section aria-labelledby="account">
        <h2 id="account" className="t-16">
          1. Your account
        </h2>
        <ul>
          <li>You use Troupe for a business, and you may act for it.</li>
          <li>The information you give when you sign up is true, and each person has their own account.</li>
          <li>
            You keep passwords, passkeys and API keys to yourself. Anyone who uses them acts on your behalf
            until you change or revoke them.
          </li>
          <li>Owners of a brand decide who is in its team, and can see who did what in the audit log.</li>
        </ul>
      </section>

      <section aria-labelledby="plans">
        <h2 id="plans" className="t-16">
          2. Plans, prices and payment
        </h2>
        <ul>
          <li>
            Prices are those of the{' '}
            <Link href="/pricing" className="t-link">
              pricing page
            </Link>
            , in {CURRENCY}, taxes not included. Plans are paid monthly in advance; a yearly plan is taken for
            twelve months at the lower price and paid monthly too.
          </li>
          <li>
            <strong>Setup fee.</strong> A one-time setup fee of {dollars(SETUP_FEE)} comes with the first
            payment of a brand.
          </li>
          <li>
            <strong>Limits.</strong> Self-Serve has up to {selfServe?.teamUsers} team users. Collaborations
            are opt-ins you approve in a calendar month:{' '}
            {limited.map(({ name, collaborations }) => `${name} up to ${collaborations}`).join(', ')}.
          </li>
          <li>
            <strong>Credits.</strong> A deep insights report costs 1 credit, and so does its update. Credits
            are included in plans each month, and you can buy more in packs. You aren't charged for reports
            that can't be created.
          </li>
          <li>
            <strong>Add-ons</strong> are paid monthly, with or without a plan. Paid Ads Management also costs{' '}
            {AD_BUDGET_PERCENT}% of the ad budget. Affiliate Integration costs the commissions you promise
            {addOnOf('affiliate')?.available ? '.' : '; it is coming later and not for sale yet.'}
          </li>
          <li>
            While a payment is past due, members cannot work in the brand until it is settled. No data is
            deleted during that time.
          </li>
        </ul>
      </section>

      <section aria-labelledby="term">
        <h2 id="term" className="t-16">
          3. Term and cancellation
        </h2>
        <ul>
          <li>
            <strong>Minimum subscription: three months.</strong> A yearly plan runs for twelve months.
          </li>
          <li>
            <strong>Cancellation needs {NOTICE_DAYS} days' notice</strong> and ends the plan with the month in
            which the notice and the minimum term are over. Owners cancel in the account.
          </li>
          <li>Owners can export all data of their brand at any time before they close it.</li>
          <li>
            The data of a closed account is kept for a limited time, during which you can reopen it, then
            deleted.
          </li>
        </ul>
      </section>

      <section aria-labelledby="creators">
        <h2 id="creators" className="t-16">
          4. Creators and what they are paid
        </h2>
        <ul>
          <li>
            What you agree with a creator is between the two of you: fee, deliverables, dates and usage rights
            are recorded in the collaboration, and the rights end on the date it states.
          </li>
          <li>
            <strong>Payment processing fee.</strong> An automatic {PROCESSING_FEE_PERCENT}% payment processing
            fee applies to influencer payments, for both brand and creator: you pay the agreed fee and{' '}
            {PROCESSING_FEE_PERCENT}%, the creator gets the agreed fee less {PROCESSING_FEE_PERCENT}%.
          </li>
          <li>
            You email only creators you're allowed to contact, from your own domain, and stop when they ask
            you to.
          </li>
          <li>Ads are disclosed as the law and the platforms require.</li>
        </ul>
      </section>

      <section aria-labelledby="data">
        <h2 id="data" className="t-16">
          5. Data
        </h2>
        <ul>
          <li>
            Your lists, notes, campaigns and messages are yours. No other brand sees them, and we look at them
            only to run and fix the service; administrators who act as a member are named in your audit log.
          </li>
          <li>Files you import may contain only data you're allowed to use.</li>
          <li>
            Creator metrics come from platforms, data providers and imports, and show their source. We don't
            guarantee that they are accurate.
          </li>
          <li>
            We count where visitors came from in cookies that last 30 days. Widgets of other companies load
            only where this installation was set up for them.
          </li>
        </ul>
      </section>

      <section aria-labelledby="use">
        <h2 id="use" className="t-16">
          6. Fair use and liability
        </h2>
        <ul>
          <li>No spam, no deceit, nothing unlawful, and no attempts to break or overload the service.</li>
          <li>We may close accounts that do this, after a warning where that is possible.</li>
          <li>
            The service is run with care and without a promise that it is never interrupted. Liability is
            limited to what the law does not let us limit, and otherwise to what you paid in the last twelve
            months.
          </li>
          <li>
            Troupe is free software under the AGPL. These terms cover your use of this installation and don't
            change your rights to the software.
          </li>
        </ul>
      </section>

      <section aria-labelledby="changes">
        <h2 id="changes" className="t-16">
          7. Changes and questions
        </h2>
        <p>
          We notify brand owners of changes to these terms before they take effect. Questions?{' '}
          <Link href={linkTarget('contact')} className="t-link">
            Contact us
          </Link>{' '}
          or read the{' '}
          <Link href={linkTarget('faq')} className="t-link">
            FAQ
          </Link>
          .
        </p>
      </section>
    </article>
  );
}
