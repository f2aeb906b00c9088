import { z } from 'zod';
import { Platform } from '../discovery/platform.ts';
import { Instant, text } from '../shape.ts';

/** What a creator makes for a campaign. */
export const ContentKind = z.enum(['post', 'carousel', 'reel', 'story', 'video', 'short', 'live']);
export type ContentKind = z.infer<typeof ContentKind>;

/** What people call each kind and how many of them. */
export { CONTENT_KIND_NAMES, deliverableWords } from './content-kind-name.ts';

/** So many pieces of one kind. */
export const Deliverable = z.object({ kind: ContentKind, count: z.int().min(1).max(50) });
export type Deliverable = z.infer<typeof Deliverable>;

/**
 * What the brand may do with the content: how long (days from going live; null is in perpetuity, left out is not
 * chosen yet), where, in which way.
 */
export const UsageRights = z.object({
  termDays: z.int().min(1).max(3650).nullable().optional(),
  channels: z.array(z.enum(['organic', 'paid', 'website', 'email', 'print'])).max(5),
  territory: text({ max: 200 }),
});
export type UsageRights = z.infer<typeof UsageRights>;

/** A question to those who apply. */
export const CampaignQuestion = z.object({
  id: text({ max: 40 }),
  text: text({ max: 500 }),
  required: z.boolean(),
  /** Choices; none means free text. */
  choices: z.array(text({ max: 200 })).max(20),
});
export type CampaignQuestion = z.infer<typeof CampaignQuestion>;

const line = text({ max: 300 });

/**
 * Everything a campaign says, step by step of the builder. Money in minor units of `currency`; what is not filled
 * in yet is null or empty, so that a draft can be kept at any moment.
 */
export const CampaignBrief = z.object({
  title: text({ max: 160 }),
  slug: z
    .string()
    .max(80)
    .regex(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, numbers and hyphens'),
  description: text({ max: 10_000 }),
  categories: z.array(text({ max: 60 })).max(10),
  socialChannels: z.array(Platform).max(4),
  /** Key of the picture among the brand's files; null shows a drawing. */
  cover: text({ max: 300 }).nullable(),

  currency: z.string().regex(/^[A-Z]{3}$/),
  product: z.object({ name: text({ max: 300 }), value: z.int().min(0).max(100_000_000) }).nullable(),
  /** The most a creator is paid; its presence marks a paid campaign. */
  maxPaidAmount: z.int().min(1).max(1_000_000_000).nullable(),
  commissionPercent: z.number().min(0).max(100).nullable(),

  deliverables: z.array(Deliverable).max(20),
  draftDue: Instant.nullable(),
  liveDue: Instant.nullable(),
  /** Nobody opts in after this moment. */
  closes: Instant.nullable(),
  dos: z.array(line).max(30),
  donts: z.array(line).max(30),
  hashtags: z.array(text({ max: 100 })).max(30),
  mentions: z.array(text({ max: 100 })).max(30),
  disclosure: text({ max: 500 }),
  usageRights: UsageRights.nullable(),

  followersMin: z.int().min(0).nullable(),
  followersMax: z.int().min(0).nullable(),
  countries: z.array(z.string().length(2)).max(60),
  audienceCategories: z.array(text({ max: 60 })).max(20),
  engagementMin: z.number().min(0).max(1000).nullable(),

  questions: z.array(CampaignQuestion).max(20),
});
export type CampaignBrief = z.infer<typeof CampaignBrief>;

/** A change to a brief; what is left out stays. */
export const CampaignBriefChange = CampaignBrief.partial();
export type CampaignBriefChange = z.input<typeof CampaignBriefChange>;

/** What a new campaign starts from. */
export const EMPTY_BRIEF: CampaignBrief = {
  title: '',
  slug: '',
  description: '',
  categories: [],
  socialChannels: [],
  cover: null,
  currency: 'USD',
  product: null,
  maxPaidAmount: null,
  commissionPercent: null,
  deliverables: [],
  draftDue: null,
  liveDue: null,
  closes: null,
  dos: [],
  donts: [],
  hashtags: [],
  mentions: [],
  disclosure: '',
  usageRights: null,
  followersMin: null,
  followersMax: null,
  countries: [],
  audienceCategories: [],
  engagementMin: null,
  questions: [],
};

/** The steps of the builder, in order. */
export const BUILDER_STEPS = ['basics', 'offer', 'deliverables', 'audience', 'questions', 'review'] as const;
export type BuilderStep = (typeof BUILDER_STEPS)[number];

/** Something a brief lacks before it can be published. */
export interface BriefGap {
  step: BuilderStep;
  field: keyof CampaignBrief;
  message: string;
}

/** What is missing or contradictory, step by step; nothing means that the campaign can be published. */
export function briefGaps(brief: CampaignBrief, now: Date): BriefGap[] {
  const gaps: BriefGap[] = [];
  const need = (ok: boolean, step: BuilderStep, field: keyof CampaignBrief, message: string) => {
    if (!ok) gaps.push({ step, field, message });
  };
  const at = (moment: string | null) => (moment ? Date.parse(moment) : null);
  const [draft, live, closes] = [at(brief.draftDue), at(brief.liveDue), at(brief.closes)];
  need(brief.title.trim() !== '', 'basics', 'title', 'Give the campaign a title');
  need(brief.slug !== '', 'basics', 'slug', 'Choose the end of its address');
  need(brief.description.trim().length >= 20, 'basics', 'description', 'Describe it in a sentence or two');
  need(brief.socialChannels.length > 0, 'basics', 'socialChannels', 'Choose a channel');
  need(brief.categories.length > 0, 'basics', 'categories', 'Choose a category');
  need(
    brief.product !== null || brief.maxPaidAmount !== null || brief.commissionPercent !== null,
    'offer',
    'product',
    'Offer a product, a fee or a commission',
  );
  need(brief.product === null || brief.product.name.trim() !== '', 'offer', 'product', 'Name the product');
  need(brief.deliverables.length > 0, 'deliverables', 'deliverables', 'Say what creators make');
  need(live !== null, 'deliverables', 'liveDue', 'Say by when it is live');
  need(
    live === null || live > now.getTime(),
    'deliverables',
    'liveDue',
    'The day it is live lies in the past',
  );
  need(
    draft === null || live === null || draft <= live,
    'deliverables',
    'draftDue',
    'The draft is due after the content is live',
  );
  need(
    closes === null || live === null || closes <= live,
    'deliverables',
    'closes',
    'Application deadline after the content is live',
  );
  need(
    closes === null || closes > now.getTime(),
    'deliverables',
    'closes',
    'The day opting in closes lies in the past',
  );
  need(
    brief.disclosure.trim() !== '',
    'deliverables',
    'disclosure',
    'Say how posts are labelled as advertising',
  );
  need(
    brief.usageRights?.termDays !== undefined,
    'deliverables',
    'usageRights',
    'Say how long you may use the content',
  );
  need(
    brief.followersMin === null || brief.followersMax === null || brief.followersMin <= brief.followersMax,
    'audience',
    'followersMax',
    'The most followers are fewer than the least',
  );
  const ids = new Set(brief.questions.map(({ id }) => id));
  need(
    ids.size === brief.questions.length && brief.questions.every(({ text: words }) => words.trim() !== ''),
    'questions',
    'questions',
    'A question has no text',
  );
  need(
    brief.questions.every(({ choices }) => new Set(choices).size === choices.length),
    'questions',
    'questions',
    'A question offers the same answer twice',
  );
  return gaps;
}
