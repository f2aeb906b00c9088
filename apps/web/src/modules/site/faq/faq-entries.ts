import { CREDIT_PACKS, NOTICE_DAYS, PLANS, SETUP_FEE, YEARLY_PERCENT } from '@troupe/domain/billing/plan';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { joined } from '@troupe/i18n/language';
import { dollars } from '../../../shared/dollars.ts';
import { t } from './messages/messages.gen.ts';

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

/** What people ask, and what the product really does. */
export const faqParts = (): readonly FaqPart[] => [
  startPart(),
  platformsPart(),
  campaignsPart(),
  paymentPart(),
  creatorsPart(),
];

function startPart(): FaqPart {
  const users = PLANS.find(({ id }) => id === 'self-serve')?.teamUsers ?? 0;
  return {
    id: 'start',
    title: t('start'),
    entries: [
      { question: t('start.what'), answer: t('start.whatAnswer') },
      { question: t('start.look'), answer: t('start.lookAnswer') },
      { question: t('start.import'), answer: t('start.importAnswer') },
      { question: t('start.team'), answer: t('start.teamAnswer', { users }) },
    ],
  };
}

function platformsPart(): FaqPart {
  const grants = joined(PLANS.map(({ name, credits }) => t('limit', { plan: name, count: credits })));
  const packs = joined(
    CREDIT_PACKS.map(({ credits, price }) => t('pack', { credits, price: dollars(price) })),
  );
  return {
    id: 'platforms',
    title: t('platforms'),
    entries: [
      { question: t('platforms.which'), answer: t('platforms.whichAnswer') },
      { question: t('platforms.source'), answer: t('platforms.sourceAnswer') },
      { question: t('platforms.rate'), answer: t('platforms.rateAnswer') },
      { question: t('platforms.report'), answer: t('platforms.reportAnswer', { grants, packs }) },
    ],
  };
}

function campaignsPart(): FaqPart {
  const limits = joined(
    PLANS.flatMap(({ name, collaborations }) =>
      collaborations === null ? [] : [t('limit', { plan: name, count: collaborations })],
    ),
  );
  return {
    id: 'campaigns',
    title: t('campaigns'),
    entries: [
      { question: t('campaigns.sender'), answer: t('campaigns.senderAnswer') },
      { question: t('campaigns.unsubscribe'), answer: t('campaigns.unsubscribeAnswer') },
      { question: t('campaigns.count'), answer: t('campaigns.countAnswer', { limits }) },
      { question: t('campaigns.preview'), answer: t('campaigns.previewAnswer') },
    ],
  };
}

function paymentPart(): FaqPart {
  return {
    id: 'payment',
    title: t('payment'),
    entries: [
      {
        question: t('payment.cost'),
        answer: t('payment.costAnswer', { percent: 100 - YEARLY_PERCENT, fee: dollars(SETUP_FEE) }),
      },
      { question: t('payment.cancel'), answer: t('payment.cancelAnswer', { days: NOTICE_DAYS }) },
      {
        question: t('payment.creators'),
        answer: t('payment.creatorsAnswer', { percent: PROCESSING_FEE_PERCENT }),
      },
      { question: t('payment.tools'), answer: t('payment.toolsAnswer') },
    ],
  };
}

function creatorsPart(): FaqPart {
  return {
    id: 'creators',
    title: t('creators'),
    entries: [
      { question: t('creators.join'), answer: t('creators.joinAnswer') },
      { question: t('creators.cost'), answer: t('creators.costAnswer', { percent: PROCESSING_FEE_PERCENT }) },
      { question: t('creators.seen'), answer: t('creators.seenAnswer') },
      { question: t('creators.leave'), answer: t('creators.leaveAnswer') },
    ],
  };
}
