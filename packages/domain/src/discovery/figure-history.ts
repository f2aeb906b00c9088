import type { FigureChange } from './safety-flag.ts';

const DAY_MS = 86_400_000;

/** Figures of a profile on a day, from one source. */
export interface FigureDay {
  day: string;
  source: string;
  followers: number | null;
  engagement: number | null;
}

/** Days between which a change is sudden. */
const SUDDEN_DAYS = 30;
/** Days that history must span to say anything. */
const MIN_SPAN_DAYS = 7;
/** Smaller profiles change a lot by chance. */
const MIN_FOLLOWERS = 1000;
/** Followers that are half as many again or a fifth fewer, engagement that doubles or halves. */
const FOLLOWERS_UP = 1.5;
const FOLLOWERS_DOWN = 0.8;
const ENGAGEMENT_UP = 2;
const ENGAGEMENT_DOWN = 0.5;

/** Whether history is long enough to notice a sudden change. */
export function knowsHistory(history: readonly FigureDay[]): boolean {
  const last = history.at(-1);
  return history.some(
    ({ day, source }) =>
      last && source === last.source && Date.parse(last.day) - Date.parse(day) >= MIN_SPAN_DAYS * DAY_MS,
  );
}

/**
 * Returns figures that changed suddenly within the last 30 days, comparing the newest with the oldest of the same source.
 * @param history oldest first
 */
export function suddenChanges(history: readonly FigureDay[]): FigureChange[] {
  const last = history.at(-1);
  if (!last) return [];
  const first = history.find(
    ({ day, source }) =>
      source === last.source && Date.parse(last.day) - Date.parse(day) <= SUDDEN_DAYS * DAY_MS,
  );
  if (!first || first.day === last.day) return [];
  const found: FigureChange[] = [];
  const compare = (
    figure: FigureChange['figure'],
    from: number | null,
    to: number | null,
    up: number,
    down: number,
  ) => {
    if (from === null || to === null || from <= 0) return;
    if (to / from >= up || to / from <= down)
      found.push({ figure, from, to, fromAt: atMidnight(first.day), toAt: atMidnight(last.day) });
  };
  if ((first.followers ?? 0) >= MIN_FOLLOWERS) {
    compare('followers', first.followers, last.followers, FOLLOWERS_UP, FOLLOWERS_DOWN);
    compare('engagement', first.engagement, last.engagement, ENGAGEMENT_UP, ENGAGEMENT_DOWN);
  }
  return found;
}

const atMidnight = (day: string) => `${day}T00:00:00.000Z`;
