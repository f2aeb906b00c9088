// Made from en.json by `npm run messages`.
import { catalog, type Tag, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'brand.question': { link: Tag };
  'error.reference': { id: Value };
  'error.unknown': Record<never, never>;
  'home.label': Record<never, never>;
  'language.failed': Record<never, never>;
  'loading': Record<never, never>;
  'campaign.closed': { date: Value };
  'campaign.closesIn': { days: number };
  'campaign.closesOn': { date: Value };
  'campaign.closesToday': Record<never, never>;
  'offer.commission': { percent: Value };
  'offer.fee': { amount: Value };
  'offer.product': Record<never, never>;
  'offer.productValue': { amount: Value };
  'status.approved': Record<never, never>;
  'status.completed': Record<never, never>;
  'status.pending': Record<never, never>;
  'status.rejected': Record<never, never>;
  'status.withdrawn': Record<never, never>;
  'when.both': { draft: Value; live: Value };
  'when.draft': { date: Value };
  'when.live': { date: Value };
  'brief.title': Record<never, never>;
  'brief.slug': Record<never, never>;
  'brief.description': Record<never, never>;
  'brief.categories': Record<never, never>;
  'brief.socialChannels': Record<never, never>;
  'brief.cover': Record<never, never>;
  'brief.currency': Record<never, never>;
  'brief.product': Record<never, never>;
  'brief.fee': Record<never, never>;
  'brief.commission': Record<never, never>;
  'brief.deliverables': Record<never, never>;
  'brief.draftDue': Record<never, never>;
  'brief.liveDue': Record<never, never>;
  'brief.closes': Record<never, never>;
  'brief.dos': Record<never, never>;
  'brief.donts': Record<never, never>;
  'brief.hashtags': Record<never, never>;
  'brief.mentions': Record<never, never>;
  'brief.disclosure': Record<never, never>;
  'brief.usageRights': Record<never, never>;
  'brief.audience': Record<never, never>;
  'brief.questions': Record<never, never>;
  'address.name': Record<never, never>;
  'address.street': Record<never, never>;
  'address.postcode': Record<never, never>;
  'address.city': Record<never, never>;
  'address.region': Record<never, never>;
  'address.country': Record<never, never>;
  'address.phone': Record<never, never>;
  'address.missing': Record<never, never>;
  'address.countryInvalid': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('portal/shared', english);
