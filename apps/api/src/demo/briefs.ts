import type { CampaignQuestion, Deliverable, UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import type { StoredBrief } from '../modules/campaigns/campaign/campaign.table.ts';

const DAY = 86_400_000;

interface DemoBrief {
  description: string;
  categories: string[];
  product: { name: string; value: number } | null;
  commissionPercent?: number;
  deliverables: Deliverable[];
  /** Days from now until draft and post are due; negative for past campaigns. */
  draftIn: number | null;
  liveIn: number;
  dos: string[];
  donts: string[];
  hashtags: string[];
  mentions: string[];
  usageRights: UsageRights;
  followers?: [least: number, most: number];
  countries?: string[];
  questions?: CampaignQuestion[];
}

const HALF_A_YEAR: UsageRights = { termDays: 180, channels: ['organic', 'paid'], territory: 'Europe' };
const question = (id: string, text: string, choices: string[] = [], required = true): CampaignQuestion => ({
  id,
  text,
  required,
  choices,
});

/** Briefs of demo campaigns by title. */
const DEMO_BRIEFS: Record<string, DemoBrief> = {
  'Autumn Trail Kit': {
    description:
      'Take the 12 L pack and the shell on one of your regular runs, whatever the weather. No studio, no script: show us mud, pockets and how it fits after an hour.',
    categories: ['Running', 'Outdoor'],
    product: { name: '12 L pack and shell', value: 24_000 },
    deliverables: [
      { kind: 'reel', count: 2 },
      { kind: 'story', count: 3 },
    ],
    draftIn: 15,
    liveIn: 22,
    dos: ['Show the pack in motion', 'Tell people what you keep in which pocket'],
    donts: ['No packs from other brands in the shot', 'No color filters'],
    hashtags: ['#larkmoor', '#autumntrailkit'],
    mentions: ['@larkmoor'],
    usageRights: HALF_A_YEAR,
    followers: [5_000, 500_000],
    questions: [
      question('run', 'Which run will you take it on?'),
      question('size', 'What size shell do you wear?', ['S', 'M', 'L', 'XL']),
      question('before', 'Have you worked with an outdoor brand before?', [], false),
    ],
  },
  'First Light Runs': {
    description:
      'A small always-on campaign about the first run of the day. Film your first ten minutes in natural light. Product only, for people who run early anyway.',
    categories: ['Running', 'Fitness'],
    product: { name: 'Merino base layer', value: 9_000 },
    deliverables: [{ kind: 'reel', count: 1 }],
    draftIn: null,
    liveIn: 40,
    dos: ['Start before sunrise', 'Keep the sound of the morning'],
    donts: ['No music in the first ten seconds'],
    hashtags: ['#firstlightruns'],
    mentions: ['@larkmoor'],
    usageRights: { termDays: 90, channels: ['organic'], territory: 'Worldwide' },
    questions: [question('hour', 'What time do you usually run?')],
  },
  'Pack Light': {
    description:
      'A longer look at what you carry for a weekend and what you’ve learned to leave at home. One video, told your way.',
    categories: ['Outdoor', 'Travel'],
    product: { name: '28 L weekend pack', value: 21_000 },
    deliverables: [{ kind: 'video', count: 1 }],
    draftIn: 24,
    liveIn: 35,
    dos: ['Lay out everything you pack'],
    donts: ['No link lists in the description'],
    hashtags: ['#packlight'],
    mentions: ['@larkmoor'],
    usageRights: { termDays: 365, channels: ['organic', 'website'], territory: 'Worldwide' },
    followers: [20_000, 2_000_000],
  },
  'Winter Layers': {
    description:
      'Three layers, one cold morning: show which one you put on first and which one comes off after a mile.',
    categories: ['Outdoor', 'Sport'],
    product: { name: 'Three winter layers', value: 31_000 },
    deliverables: [
      { kind: 'carousel', count: 1 },
      { kind: 'video', count: 1 },
    ],
    draftIn: 40,
    liveIn: 52,
    dos: ['Film outdoors'],
    donts: ['No indoor lighting'],
    hashtags: ['#winterlayers'],
    mentions: ['@larkmoor'],
    usageRights: HALF_A_YEAR,
  },
  'Summer Ridge': {
    description:
      'Ridge walks at golden hour. Short clips with the light jacket that make people want to get up early.',
    categories: ['Outdoor'],
    product: { name: 'Light jacket', value: 14_000 },
    deliverables: [{ kind: 'video', count: 2 }],
    draftIn: -70,
    liveIn: -60,
    dos: ['Show the climb'],
    donts: ['No drones where they aren’t allowed'],
    hashtags: ['#summerridge'],
    mentions: ['@larkmoor'],
    usageRights: HALF_A_YEAR,
  },
  'Spring Sample Sale': {
    description: 'Samples and seconds in the shop while they last. Tell people which ones you’d pick.',
    categories: ['Outdoor', 'Fashion'],
    product: null,
    commissionPercent: 12,
    deliverables: [{ kind: 'live', count: 1 }],
    draftIn: null,
    liveIn: -100,
    dos: ['Mention that sizes run out'],
    donts: ['Don’t mention prices without the sale date'],
    hashtags: ['#samplesale'],
    mentions: ['@larkmoor'],
    usageRights: { termDays: 30, channels: ['organic'], territory: 'Europe' },
  },
  'Cold Brew Season': {
    description:
      'Cold brew at home with what you already have: one jar, one night, one glass. Show your own kitchen.',
    categories: ['Coffee', 'Food'],
    product: { name: 'Two bags and a jar', value: 4_200 },
    deliverables: [{ kind: 'reel', count: 1 }],
    draftIn: 9,
    liveIn: 16,
    dos: ['Show the morning after'],
    donts: ['No capsules'],
    hashtags: ['#coldbrewseason'],
    mentions: ['@copperandbean'],
    usageRights: HALF_A_YEAR,
    questions: [question('brew', 'How do you make your coffee now?')],
  },
  'Home Barista Week': {
    description: 'Seven days, seven cups: learn one thing a day, from grinding to steaming milk.',
    categories: ['Coffee', 'Home'],
    product: { name: 'Starter set', value: 12_000 },
    deliverables: [{ kind: 'video', count: 1 }],
    draftIn: 30,
    liveIn: 44,
    dos: ['Show what went wrong too'],
    donts: ['No affiliate links for machines'],
    hashtags: ['#homebaristaweek'],
    mentions: ['@copperandbean'],
    usageRights: HALF_A_YEAR,
  },
  'Short Labels': {
    description: 'Read a label out loud and say which words you understand. Then read ours.',
    categories: ['Beauty', 'Health'],
    product: { name: 'Face cream and cleanser', value: 5_800 },
    deliverables: [{ kind: 'reel', count: 1 }],
    draftIn: 20,
    liveIn: 30,
    dos: ['Read slowly'],
    donts: ['No health claims'],
    hashtags: ['#shortlabels'],
    mentions: ['@solvane'],
    usageRights: HALF_A_YEAR,
  },
};

/** Returns the brief of a demo campaign, with dates relative to today. */
export function demoBrief(title: string, midnight: Date): StoredBrief {
  const brief = DEMO_BRIEFS[title];
  if (!brief) return {};
  const { draftIn, liveIn, followers, countries, questions, commissionPercent, ...rest } = brief;
  const noonIn = (days: number) => new Date(midnight.getTime() + (days + 0.5) * DAY).toISOString();
  return {
    ...rest,
    currency: 'USD',
    commissionPercent: commissionPercent ?? null,
    draftDue: draftIn === null ? null : noonIn(draftIn),
    liveDue: noonIn(liveIn),
    disclosure: 'Label every post as advertising using the platform’s label',
    followersMin: followers?.[0] ?? null,
    followersMax: followers?.[1] ?? null,
    countries: countries ?? [],
    questions: questions ?? [],
  };
}
