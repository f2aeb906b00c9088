import path from 'node:path';
import type { CatalogFiles } from '@troupe/i18n/catalog-files';
import { type CountedNouns, countedNounsOf } from '@troupe/i18n/counted-nouns';
import type { Violation } from './import-rules.ts';

/** Catalogs of texts that the API writes in English, which can't have plurals. */
const FROM_API = ['web/shared/call', 'domain', 'domain/account/audit'];

/** Placeholders that aren't counts, whatever word follows. */
const NO_COUNT = /amount|brand|campaign|file|handle|name|percent|price|program|share|store|vendor|what/i;

/** Messages whose count is never 1: a limit or threshold of ours, or a number that is shown from two on. */
const NEVER_ONE: Record<string, string> = {
  'api/commerce/gift': 'reminder.text',
  'api/inbox/notification': 'domain.bounces domain.complaints domain.placement',
  'api/listening': 'alert.spikeText safety.flaggedSeveral',
  'api/listening/listening-digest': 'net',
  ui: 'attach.maxCount',
  'web/account': 'audit.times team.inviteHelp',
  'web/affiliate': [
    'alert.figures.clickFlood alert.figures.cookieStuffing alert.figures.leak alert.figures.paidSearch',
    'alert.figures.paidSearchNamed alert.figures.refundRing settings.excludedError',
  ].join(' '),
  'web/analytics': 'cohort.model forecast.whyText',
  'web/campaigns': [
    'charts.less charts.more charts.noneBefore charts.same charts.span charts.spanUntil followers.between',
    'followers.from followers.upTo invite.problem.tooFar share.tooMany usage.creditsText',
  ].join(' '),
  'web/campaigns/opt-in/price': 'offer.followers offer.views',
  'web/discovery/creator/growth': 'growthUnknown postsAverage',
  'web/discovery/creator/insight': 'authenticity.change authenticity.engagementText',
  'web/discovery/creator/outside': 'price stays',
  'web/discovery/creator/search/advice': 'excludesMore',
  'web/discovery/creator/similar': 'followers',
  'web/discovery/creator-import': 'reason.cells',
  'web/discovery/creator-list': 'archiving.creators',
  'web/listening/alerts': 'shiftFigures spikeFigures',
  'web/listening/safety-rule': 'firstOnly',
  'web/listening/sources': 'keep.saved quota.posts',
  'web/outreach':
    'health.days health.limits health.stopped.bounces health.stopped.complaints health.stopped.placement',
  'web/shared': 'agreement.notice creator.figure.ofPeople',
  'web/site': 'pricing.terms requests.heldBack.too-soon step.plan.done',
  'web/site/faq': 'payment.cancelAnswer',
  'web/site/terms': 'term.notice',
};

/**
 * Finds English messages with a fixed plural after a count, such as "{count} creators", which reads "1 creators" for one.
 * Nouns are those that the catalogs count in plurals. Messages that can't be about one thing are listed above; the list is
 * checked too.
 */
export function checkPlurals(catalogs: readonly CatalogFiles[]): Violation[] {
  const counted = catalogs.flatMap(({ id, folder, texts }) =>
    Object.entries(texts.en ?? {}).map(([key, text]) => ({ id, folder, key, words: read(text) })),
  );
  const nouns = new Set(counted.flatMap(({ words }) => words.plural));
  const isFixed = ({ fixed }: CountedNouns) =>
    fixed.some(
      ({ placeholder, words }) => !NO_COUNT.test(placeholder) && words.some((word) => nouns.has(word)),
    );
  return counted.flatMap(({ id, folder, key, words }) => {
    if (FROM_API.includes(id)) return [];
    const isExempt = (NEVER_ONE[id] ?? '').split(' ').includes(key);
    if (isFixed(words) === isExempt) return [];
    const text = isExempt
      ? `${key}: no longer has a fixed plural; remove it from NEVER_ONE.`
      : `${key}: a count is followed by a fixed plural.`;
    return [{ file: path.join(folder, 'en.json'), line: 1, text }];
  });
}

function read(text: string): CountedNouns {
  try {
    return countedNounsOf(text);
  } catch {
    // Another rule reports messages that can't be read.
    return { plural: [], fixed: [] };
  }
}
