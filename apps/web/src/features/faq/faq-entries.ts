import { PROCESSING_FEE_PERCENT } from '@troupe/domain/payable';
import { CREDIT_PACKS, NOTICE_DAYS, PLANS, SETUP_FEE, YEARLY_PERCENT } from '@troupe/domain/plan';
import { dollars } from '../../shared/dollars.ts';

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
          'Brands find creators with it, keep them in lists, invite them to campaigns, agree on what they make and what it costs, and see what came of it. Everything about a creator stands in one place, from the first note to the last payment.',
      },
      {
        question: 'Can I look around before I pay?',
        answer:
          'Yes. After you sign up you can search, save creators, import your own and draft campaigns. Publishing a campaign, inviting creators and buying reports need a plan.',
      },
      {
        question: 'I keep my creators in spreadsheets. Can I bring them along?',
        answer:
          'Yes, as CSV, TSV, JSON or XLSX of up to 200 MB. Troupe proposes what each column means, shows what will happen, accounts for every row, and can undo the whole import.',
      },
      {
        question: 'How do I work with my team?',
        answer: `Owners invite people by mail from the account. Several people can work on the same list at once without losing anything. Self-Serve has up to ${teamUsers} team users; how many Bespoke has is agreed.`,
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
          'From the platforms themselves, from an audience data provider, and from imports. Each number says which of them it came from, how old it is and how it was worked out. The more trustworthy source wins, and of equal ones the newer.',
      },
      {
        question: 'How is the engagement rate worked out?',
        answer:
          'From the averages of likes, comments, saves and shares of recent content, divided by followers. The last 30 days do not count yet, and nothing older than a year counts. Press the number and you see the posts behind it.',
      },
      {
        question: 'What is a deep insights report?',
        answer: `A report on who follows a creator: age, gender, countries, languages and how reachable they are. It costs 1 credit. Plans bring credits each month (${grants}), and there are packs: ${packs}. A report that cannot be made costs nothing.`,
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
          'From you. You set up a domain of your own, publish the DNS records that Troupe shows, and mails leave signed with your key, at a pace that mailbox providers accept. Answers arrive in your inbox in Troupe.',
      },
      {
        question: 'What happens when a creator does not want mail?',
        answer:
          'Each mail has a link to unsubscribe. Whoever uses it, or whose address does not exist, gets no more mail from your brand.',
      },
      {
        question: 'What counts as a collaboration?',
        answer: `An opt-in of a creator that you approve in a calendar month. Plans hold so many of them: ${limits}. Self-Serve is not limited.`,
      },
      {
        question: 'Can I see content before it is published?',
        answer:
          'Yes. Creators hand in files, you approve them or ask for a change, and every version stays. Once it is live, figures of posts and stories are read for you and open the posts they come from.',
      },
    ],
  },
  {
    id: 'payment',
    title: 'Plans and payment',
    entries: [
      {
        question: 'What does it cost?',
        answer: `Plans are paid monthly. Yearly plans are ${100 - YEARLY_PERCENT}% cheaper and paid monthly too. The first payment of a brand includes a one-time setup fee of ${dollars(SETUP_FEE)}. All prices stand on the pricing page.`,
      },
      {
        question: 'How do I cancel?',
        answer: `The minimum subscription is three months, and cancellation needs ${NOTICE_DAYS} days' notice. Owners cancel in the account, and can take an archive of all their data along.`,
      },
      {
        question: 'How are creators paid?',
        answer: `When a collaboration is completed, its fee is due. Troupe keeps the books of what is due, approved and paid; you pay it. An automatic ${PROCESSING_FEE_PERCENT}% payment processing fee applies for both sides: you pay ${PROCESSING_FEE_PERCENT}% more than the fee, the creator gets ${PROCESSING_FEE_PERCENT}% less.`,
      },
      {
        question: 'Can other programs use my data?',
        answer:
          'Yes. Owners make API keys, the whole API is documented, and webhooks tell your own programs what happens.',
      },
    ],
  },
  {
    id: 'creators',
    title: 'For creators',
    entries: [
      {
        question: 'How do I take part in a campaign?',
        answer:
          'Follow the link in the invitation, or open the campaign in the creator app, look at what is offered and opt in. The brand approves, and everything after it happens in the app: chat, content, dates and what you are paid.',
      },
      {
        question: 'What does it cost me?',
        answer: `Nothing to take part. Of what you are paid, a payment processing fee of ${PROCESSING_FEE_PERCENT}% is taken; the app shows what reaches you.`,
      },
      {
        question: 'What do brands see of me?',
        answer:
          'What is public on your profiles, where each figure comes from, and what you send to that brand. Notes and messages of one brand are seen by no other.',
      },
      {
        question: 'How do I get out?',
        answer:
          'Unsubscribe in any mail, withdraw from a campaign in the app, or remove your account. What was agreed stays with the brand, without your name.',
      },
    ],
  },
];
