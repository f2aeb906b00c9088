// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'addComment': Record<never, never>;
  'comments': Record<never, never>;
  'counts': { name: Value; approve: number; reject: number; unsure: number; comments: number };
  'deleteComment': { name: Value };
  'emptyComment': Record<never, never>;
  'former': Record<never, never>;
  'links.close': Record<never, never>;
  'links.copy': Record<never, never>;
  'links.expires': { moment: Value };
  'links.hasPassword': Record<never, never>;
  'links.label': Record<never, never>;
  'links.loadFailed': Record<never, never>;
  'links.new': Record<never, never>;
  'links.none': Record<never, never>;
  'links.notClosed': Record<never, never>;
  'links.notCreated': Record<never, never>;
  'links.reviewers': { names: Value };
  'links.shows': Record<never, never>;
  'links.text': Record<never, never>;
  'links.title': Record<never, never>;
  'links.unnamed': Record<never, never>;
  'loadFailed': Record<never, never>;
  'notSaved': Record<never, never>;
  'outside': Record<never, never>;
  'send': Record<never, never>;
  'shared.about': { brand: Value; moment: Value };
  'shared.as': { name: Value };
  'shared.commentOn': { name: Value };
  'shared.empty': Record<never, never>;
  'shared.enterName': Record<never, never>;
  'shared.failed': Record<never, never>;
  'shared.locked': Record<never, never>;
  'shared.more': Record<never, never>;
  'shared.name': Record<never, never>;
  'shared.notFound': Record<never, never>;
  'shared.notFoundText': Record<never, never>;
  'shared.open': Record<never, never>;
  'shared.start': Record<never, never>;
  'shared.voteOn': { name: Value };
  'state.closed': Record<never, never>;
  'state.expired': Record<never, never>;
  'state.open': Record<never, never>;
  'title': { name: Value };
  'vote.approve': Record<never, never>;
  'vote.none': Record<never, never>;
  'vote.reject': Record<never, never>;
  'vote.unsure': Record<never, never>;
  'votes': Record<never, never>;
  'yourVote': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator-list/review', english);
