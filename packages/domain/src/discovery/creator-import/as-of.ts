const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const FIRST_YEAR = 2005;

/**
 * The day the figures of a file are from, as far as its name tells: `ig_2022-06.csv`, `export-2024-03-15.csv`,
 * `influencers sep-2022.csv`, `youtube_2023.csv`. A month or a year means its last day. Null when the name tells
 * nothing or names a day after `now`.
 */
export function asOfFileName(fileName: string, now: Date): Date | null {
  const name = fileName.toLowerCase().replace(/\.[a-z0-9]{2,5}$/, '');
  const day = /(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])[-_. ]?(0[1-9]|[12]\d|3[01])(?!\d)/.exec(name);
  const month = /(?<!\d)(20\d\d)[-_. ](0[1-9]|1[0-2])(?![\d])/.exec(name);
  const named = new RegExp(`(?<![a-z])(${MONTHS.join('|')})[a-z]*[-_. ]*(20\\d\\d)(?!\\d)`).exec(name);
  const year = /(?<!\d)(20\d\d)(?!\d)/.exec(name);
  const found = day
    ? new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])))
    : month
      ? new Date(Date.UTC(Number(month[1]), Number(month[2]), 0))
      : named
        ? new Date(Date.UTC(Number(named[2]), MONTHS.indexOf(named[1] ?? '') + 1, 0))
        : year
          ? new Date(Date.UTC(Number(year[1]), 11, 31))
          : null;
  if (!found || found.getUTCFullYear() < FIRST_YEAR || found > now) return null;
  return found;
}
