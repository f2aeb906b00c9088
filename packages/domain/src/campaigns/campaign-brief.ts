import { z } from 'zod';
import { Platform } from '../discovery/platform.ts';
import { Instant, text } from '../shape.ts';

/** Kinds of content a creator produces. */
export const ContentKind = z.enum(['post', 'carousel', 'reel', 'story', 'video', 'short', 'live']);
export type ContentKind = z.infer<typeof ContentKind>;

/** Singular and plural label of each kind. */
export { CONTENT_KIND_NAMES, deliverablesLabel, englishKindName } from './content-kind-name.ts';

/** A number of posts of one kind. */
export const Deliverable = z.object({ kind: ContentKind, count: z.int().min(1).max(50) });
export type Deliverable = z.infer<typeof Deliverable>;

/**
 * How the brand may use the content: for how long (days from going live; null is in perpetuity,
 * undefined not chosen yet), in which channels and territory.
 */
export const UsageRights = z.object({
  termDays: z.int().min(1).max(3650).nullable().optional(),
  channels: z.array(z.enum(['organic', 'paid', 'website', 'email', 'print'])).max(5),
  territory: text({ max: 200 }),
});
export type UsageRights = z.infer<typeof UsageRights>;

/** A question for applicants. */
export const CampaignQuestion = z.object({
  id: text({ max: 40 }),
  text: text({ max: 500 }),
  required: z.boolean(),
  /** Answer choices; empty means free text. */
  choices: z.array(text({ max: 200 })).max(20),
});
export type CampaignQuestion = z.infer<typeof CampaignQuestion>;

const line = text({ max: 300 });

/**
 * All fields of a campaign, by builder step. Money in minor units of `currency`. Unfilled fields
 * are null or empty, so a draft can be saved at any time.
 */
export const CampaignBrief = z.object({
  title: text({ max: 160 }),
  slug: z
    .string()
    .max(80)
    .regex(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use only a–z, 0–9 and single hyphens'),
  description: text({ max: 10_000 }),
  categories: z.array(text({ max: 60 })).max(10),
  socialChannels: z.array(Platform).max(4),
  /** Storage key of the cover image; null uses a generated cover. */
  cover: text({ max: 300 }).nullable(),

  currency: z.string().regex(/^[A-Z]{3}$/),
  product: z.object({ name: text({ max: 300 }), value: z.int().min(0).max(100_000_000) }).nullable(),
  /** Maximum fee; if set, the campaign is paid. */
  maxPaidAmount: z.int().min(1).max(1_000_000_000).nullable(),
  commissionPercent: z.number().min(0).max(100).nullable(),

  deliverables: z.array(Deliverable).max(20),
  draftDue: Instant.nullable(),
  liveDue: Instant.nullable(),
  /** Application deadline. */
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

/** Brief fields to update; omitted fields keep their values. */
export const CampaignBriefChange = CampaignBrief.partial();
export type CampaignBriefChange = z.input<typeof CampaignBriefChange>;

/** Brief of a new campaign. */
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

/** Builder steps in order. */
export const BUILDER_STEPS = ['basics', 'offer', 'deliverables', 'audience', 'questions', 'review'] as const;
export type BuilderStep = (typeof BUILDER_STEPS)[number];

/** A missing or invalid field that blocks publishing. */
export interface BriefGap {
  step: BuilderStep;
  field: keyof CampaignBrief;
  message: string;
}

/** What a brief has to meet to be published, by which the dashboard translates the message. */
export type BriefRule =
  | 'title'
  | 'slug'
  | 'description'
  | 'channel'
  | 'category'
  | 'offer'
  | 'productName'
  | 'deliverable'
  | 'live'
  | 'livePast'
  | 'draftLate'
  | 'closesLate'
  | 'closesPast'
  | 'disclosure'
  | 'usageTerm'
  | 'followers'
  | 'questionText'
  | 'questionChoices';

export interface RuleGap extends BriefGap {
  rule: BriefRule;
}

type Need = (
  ok: boolean,
  step: BuilderStep,
  field: keyof CampaignBrief,
  rule: BriefRule,
  message: string,
) => void;

function needQuestions(brief: CampaignBrief, need: Need): void {
  const ids = new Set(brief.questions.map(({ id }) => id));
  need(
    ids.size === brief.questions.length && brief.questions.every(({ text: words }) => words.trim() !== ''),
    'questions',
    'questions',
    'questionText',
    'A question has no text',
  );
  need(
    brief.questions.every(({ choices }) => new Set(choices).size === choices.length),
    'questions',
    'questions',
    'questionChoices',
    'A question has duplicate choices',
  );
}

/** Returns missing and contradictory fields by step; empty if the campaign can be published. */
export function briefGaps(brief: CampaignBrief, now: Date): RuleGap[] {
  const gaps: RuleGap[] = [];
  const need = (
    ok: boolean,
    step: BuilderStep,
    field: keyof CampaignBrief,
    rule: BriefRule,
    message: string,
  ) => {
    if (!ok) gaps.push({ step, field, rule, message });
  };
  const at = (moment: string | null) => (moment ? Date.parse(moment) : null);
  const [draft, live, closes] = [at(brief.draftDue), at(brief.liveDue), at(brief.closes)];
  need(brief.title.trim() !== '', 'basics', 'title', 'title', 'Give the campaign a title');
  need(brief.slug !== '', 'basics', 'slug', 'slug', 'Choose a campaign URL');
  need(
    brief.description.trim().length >= 20,
    'basics',
    'description',
    'description',
    'Describe the campaign in a sentence or two',
  );
  need(brief.socialChannels.length > 0, 'basics', 'socialChannels', 'channel', 'Choose a channel');
  need(brief.categories.length > 0, 'basics', 'categories', 'category', 'Choose a category');
  need(
    brief.product !== null || brief.maxPaidAmount !== null || brief.commissionPercent !== null,
    'offer',
    'product',
    'offer',
    'Offer a product, a fee or a commission',
  );
  need(
    brief.product === null || brief.product.name.trim() !== '',
    'offer',
    'product',
    'productName',
    'Name the product',
  );
  need(
    brief.deliverables.length > 0,
    'deliverables',
    'deliverables',
    'deliverable',
    'Add at least one deliverable',
  );
  need(live !== null, 'deliverables', 'liveDue', 'live', 'Choose a live date');
  need(
    live === null || live > now.getTime(),
    'deliverables',
    'liveDue',
    'livePast',
    'The live date is in the past',
  );
  need(
    draft === null || live === null || draft <= live,
    'deliverables',
    'draftDue',
    'draftLate',
    'The draft is due after the live date',
  );
  need(
    closes === null || live === null || closes <= live,
    'deliverables',
    'closes',
    'closesLate',
    'The application deadline is after the live date',
  );
  need(
    closes === null || closes > now.getTime(),
    'deliverables',
    'closes',
    'closesPast',
    'The application deadline is in the past',
  );
  need(
    brief.disclosure.trim() !== '',
    'deliverables',
    'disclosure',
    'disclosure',
    'Describe how posts are labeled as ads',
  );
  need(
    brief.usageRights?.termDays !== undefined,
    'deliverables',
    'usageRights',
    'usageTerm',
    'Choose how long you may use the content',
  );
  need(
    brief.followersMin === null || brief.followersMax === null || brief.followersMin <= brief.followersMax,
    'audience',
    'followersMax',
    'followers',
    'Maximum followers is lower than the minimum',
  );
  needQuestions(brief, need);
  return gaps;
}
