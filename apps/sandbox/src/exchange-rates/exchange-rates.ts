import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import { registerControl } from '../platform/control.ts';
import { type Answer, answerCall, type Faults } from '../platform/faults.ts';

const DAY_MS = 86_400_000;
/** Rates reach back so many days; those of the bank go back to 1999. */
const HISTORY_DAYS = 1200;
const RECENT_DAYS = 90;
/** When the bank publishes a day's rates, in UTC. */
const PUBLISHED_HOUR = 15;

/** About what a euro cost in 2026, by currency. */
const CENTERS: Record<string, number> = {
  USD: 1.16,
  JPY: 178,
  CZK: 24.3,
  DKK: 7.467,
  GBP: 0.87,
  HUF: 384,
  PLN: 4.24,
  RON: 5.08,
  SEK: 10.9,
  CHF: 0.93,
  ISK: 146,
  NOK: 11.7,
  TRY: 48.6,
  AUD: 1.77,
  BRL: 6.22,
  CAD: 1.62,
  CNY: 8.24,
  HKD: 9.02,
  IDR: 19_300,
  ILS: 3.8,
  INR: 103,
  KRW: 1690,
  MXN: 21.4,
  MYR: 4.82,
  NZD: 2.04,
  PHP: 68,
  SGD: 1.51,
  THB: 37.6,
  ZAR: 19.9,
};

/** Easter Sunday of a year (Anonymous Gregorian computus). */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

/** Whether the bank publishes on a day: not on weekends and holidays of its payment system. */
function isPublished(at: number): boolean {
  const date = new Date(at);
  const monthDay = date.toISOString().slice(5, 10);
  const sunday = easter(date.getUTCFullYear());
  return (
    date.getUTCDay() % 6 !== 0 &&
    !['01-01', '05-01', '12-25', '12-26'].includes(monthDay) &&
    at !== sunday - 2 * DAY_MS &&
    at !== sunday + DAY_MS
  );
}

/** A rate that drifts around its center, the same at every start. */
function rateOf(currency: string, at: number): string {
  const center = CENTERS[currency] ?? 1;
  const phase = currency.charCodeAt(0) + 7 * currency.charCodeAt(1) + 13 * currency.charCodeAt(2);
  const day = at / DAY_MS;
  const drift =
    0.025 * Math.sin(day / 91 + phase) + 0.008 * Math.sin(day / 11 + 2 * phase) + 0.003 * Math.sin(day * 1.7);
  // The krone is tied to the euro.
  const rate = center * (currency === 'DKK' ? 1 + drift / 50 : 1 + drift);
  return String(Number(rate.toPrecision(5)));
}

/** Days with rates, newest first. */
function days(now: number, most: number): number[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const last = new Date(now).getUTCHours() < PUBLISHED_HOUR ? today - DAY_MS : today;
  return Array.from({ length: most }, (_, back) => last - back * DAY_MS).filter(isPublished);
}

/** Writes the bank's file. */
function file(list: readonly number[]): string {
  const cubes = list.map((at) => {
    const rates = Object.keys(CENTERS).map((name) => `<Cube currency="${name}" rate="${rateOf(name, at)}"/>`);
    return `<Cube time="${new Date(at).toISOString().slice(0, 10)}">${rates.join('')}</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`;
}

/** The bank's server answers failures with pages. */
const ANSWERS: Record<string, Answer> = Object.fromEntries(
  Object.entries({ error_500: 500, rate_limit: 429, wrong_key: 403 }).map(([failure, status]) => [
    failure,
    { status, body: '<html><body>Not available</body></html>', headers: { 'content-type': 'text/html' } },
  ]),
);

/** Reference rates of the European Central Bank, as files below /eurofxref/. */
export async function registerExchangeRates(app: FastifyInstance, faults: Faults): Promise<void> {
  const xml = (body: string): Answer => ({ status: 200, body, headers: { 'content-type': 'text/xml' } });
  const files: Record<string, () => string> = {
    'eurofxref-daily.xml': () => file(days(Date.now(), 10).slice(0, 1)),
    'eurofxref-hist-90d.xml': () => file(days(Date.now(), RECENT_DAYS)),
    'eurofxref-hist.xml': () => file(days(Date.now(), HISTORY_DAYS)),
  };
  for (const [name, write] of Object.entries(files))
    app.get(`/eurofxref/${name}`, (_request, reply) =>
      answerCall(reply, { faults, answers: ANSWERS }, () => ({
        fault: faults.take('exchange-rates', [name, '*']),
        // Three days before the last: the bank is late.
        work: (failure) =>
          failure === 'late' ? xml(file(days(Date.now() - 3 * DAY_MS, RECENT_DAYS))) : xml(write()),
      })),
    );
  await registerControl(
    app,
    {
      provider: 'exchange-rates',
      faults,
      intro: () => html`Files of rates below /eurofxref/, with a new day at 15:00 UTC.`,
      state: () => ({ rates: latestRates(Date.now()) }),
    },
    () => {},
  );
}

/** The latest rates, a row for each currency. */
function latestRates(now: number): { currency: string; rate: string; day: string }[] {
  const [at = now] = days(now, 10);
  const day = new Date(at).toISOString().slice(0, 10);
  return Object.keys(CENTERS).map((currency) => ({ currency, rate: rateOf(currency, at), day }));
}
