// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'allStates': Record<never, never>;
  'cancel': Record<never, never>;
  'copies': { count: number };
  'dismiss': Record<never, never>;
  'done.dismiss': Record<never, never>;
  'done.mute': Record<never, never>;
  'done.seen': Record<never, never>;
  'failed': Record<never, never>;
  'for': Record<never, never>;
  'for.168': Record<never, never>;
  'for.24': Record<never, never>;
  'for.720': Record<never, never>;
  'lessNegative': { name: Value };
  'moreNegative': { name: Value };
  'mute': Record<never, never>;
  'muted': { time: Value };
  'noMatch': Record<never, never>;
  'none': Record<never, never>;
  'noneText': Record<never, never>;
  'notKept': Record<never, never>;
  'pages': Record<never, never>;
  'reason': Record<never, never>;
  'reasonMissing': Record<never, never>;
  'seen': Record<never, never>;
  'settledBy': { name: Value; reason: Value };
  'shiftFigures': { share: Value; judged: Value; low: Value; high: Value; usual: Value };
  'show': Record<never, never>;
  'spike': { name: Value };
  'spikeFigures': { seen: Value; time: Value; expected: Value; weeks: number; p: Value };
  'state': Record<never, never>;
  'state.dismissed': Record<never, never>;
  'state.open': Record<never, never>;
  'state.seen': Record<never, never>;
  'what': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/listening/alerts', english);
