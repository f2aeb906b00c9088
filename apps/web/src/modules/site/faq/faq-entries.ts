import { CREDIT_PACKS, NOTICE_DAYS, PLANS, SETUP_FEE, YEARLY_PERCENT } from '@troupe/domain/billing/plan';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { dollars } from '../../../shared/dollars.ts';

interface FaqEntry {
  question: string;
  answer: string;
}

interface FaqPart {
  /** Anchor of the part. */
  id: string;
  title: string;
  entries: readonly FaqEntry[];
}

const limits = PLANS.filter(({ collaborations }) => collaborations !== null)
  .map(({ name, collaborations }) => `${name} ${collaborations}`)
  .join(', ');
const grants = PLANS.map(({ name, credits }) => `${name} ${credits}`).join(', ');
const packs = CREDIT_PACKS.map(({ name, price }) => `${name} for ${dollars(price)}`).join(', ');
const teamUsers = PLANS.find(({ id }) => id === 'self-serve')?.teamUsers;

/** What people ask, and what the product really does. */
export const FAQ: readonly FaqPart[] = [
  {
    id: 'start',
    title: 'Getting started',
    entries: [
      {
        question: 'What is Troupe for?',
        answer:
          'Brands use it to find creators, organize them in lists, invite them to campaigns, agree on deliverables and fees, and measure results. Everything about a creator is in one place, from the first note to the last payment.',
      },
      {
        question: 'Can I look around before I pay?',
        answer:
          'Yes. After you sign up you can search, save creators, import your own and draft campaigns. Publishing a campaign, inviting creators and buying reports need a plan.',
      },
      {
        question: 'I keep my creators in spreadsheets. Can I import them?',
        answer:
          'Yes, as CSV, TSV, JSON or XLSX of up to 200 MB. Troupe proposes what each column means, shows what will happen, accounts for every row, and can undo the whole import.',
      },
      {
        question: 'How do I work with my team?',
        answer: `Owners invite people by email from Account. Several people can work on the same list at once without losing anything. Self-Serve has up to ${teamUsers} team users. Bespoke has a custom number.`,
      },
    ],
  },
  {
    id: 'platforms',
    title: 'Platforms and numbers',
    entries: [
      {
        question: 'Which platforms are covered?',
        answer:
          'Instagram, TikTok and YouTube, with search, figures, posts and reports. TikTok Shop profiles show what they sold.',
      },
      {
        question: 'Where do the numbers come from?',
        answer:
          'From the platforms themselves, an audience data provider, and imports. Each number shows its source, its age and how it was calculated. The most reliable source wins; if two are equal, the most recent one does.',
      },
      {
        question: 'How is the engagement rate calculated?',
        answer:
          "From the averages of likes, comments, saves and shares of recent content, divided by followers. Posts from the last 30 days and posts older than a year don't count. Select the number to see the posts behind it.",
      },
      {
        question: 'What is a deep insights report?',
        answer: `A report on who follows a creator: age, gender, countries, languages and how reachable they are. It costs 1 credit. Plans include credits each month (${grants}), and you can buy packs: ${packs}. If a report can't be created, you aren't charged.`,
      },
    ],
  },
  {
    id: 'campaigns',
    title: 'Invites and campaigns',
    entries: [
      {
        question: 'Who do invites come from?',
        answer:
          'From you. Set up your own domain and publish the DNS records that Troupe shows. Emails are signed with your key and sent at a pace that mailbox providers accept. Replies arrive in your Troupe inbox.',
      },
      {
        question: "What if a creator doesn't want emails?",
        answer:
          'Every email has an unsubscribe link. Creators who unsubscribe, or whose address bounces, get no more email from your brand.',
      },
      {
        question: 'What counts as a collaboration?',
        answer: `A creator's opt-in that you approve in a calendar month. Plans include up to this many: ${limits}. Self-Serve has no limit.`,
      },
      {
        question: 'Can I see content before it is published?',
        answer:
          'Yes. Creators submit files, you approve them or request changes, and every version is kept. Once content is live, Troupe tracks its metrics, and every figure opens the posts behind it.',
      },
    ],
  },
  {
    id: 'payment',
    title: 'Plans and payment',
    entries: [
      {
        question: 'What does it cost?',
        answer: `Plans are paid monthly. Yearly plans are ${100 - YEARLY_PERCENT}% cheaper and paid monthly too. The first payment of a brand includes a one-time setup fee of ${dollars(SETUP_FEE)}. All prices are on the pricing page.`,
      },
      {
        question: 'How do I cancel?',
        answer: `The minimum subscription is three months, and cancellation takes ${NOTICE_DAYS} days' notice. Owners cancel in Account and can export all their data.`,
      },
      {
        question: 'How are creators paid?',
        answer: `When a collaboration is completed, its fee is due. Troupe tracks what's due, approved and paid. You make the payment. An automatic ${PROCESSING_FEE_PERCENT}% payment processing fee applies for both sides: you pay ${PROCESSING_FEE_PERCENT}% more than the fee, the creator gets ${PROCESSING_FEE_PERCENT}% less.`,
      },
      {
        question: 'Can my other tools use my data?',
        answer: 'Yes. Owners create API keys, the whole API is documented, and webhooks notify your tools.',
      },
    ],
  },
  {
    id: 'creators',
    title: 'For creators',
    entries: [
      {
        question: 'How do I join a campaign?',
        answer:
          'Follow the link in your invite, or open the campaign in the creator app, review the offer and opt in. Once the brand approves, everything happens in the app: chat, content, dates and payments.',
      },
      {
        question: 'What does it cost me?',
        answer: `Nothing to take part. Of what you are paid, a payment processing fee of ${PROCESSING_FEE_PERCENT}% is taken; the app shows what reaches you.`,
      },
      {
        question: 'What do brands see of me?',
        answer:
          "What is public on your profiles, where each figure comes from, and what you send to that brand. Other brands never see a brand's notes or messages.",
      },
      {
        question: 'How do I leave?',
        answer:
          'Unsubscribe from any email, withdraw from a campaign in the app, or delete your account. The brand keeps your agreements, without your name.',
      },
    ],
  },
];
