import { z } from 'zod';
import { Day, Instant } from '../shape.ts';

/** A currency's rate of a day: units of it for one euro, as the European Central Bank published it. */
export const ExchangeRate = z.object({
  currency: z.string(),
  /** The day that was asked for. */
  day: Day,
  /** The day the rate was published for; earlier on weekends and holidays. */
  of: Day,
  perEuro: z.string(),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** The currencies that can be converted, and how current their rates are. */
export const RateStatus = z.object({
  currencies: z.array(z.object({ currency: z.string(), since: Day, until: Day, ended: z.boolean() })),
  latest: Day.nullable(),
  loadedAt: Instant.nullable(),
});
export type RateStatus = z.infer<typeof RateStatus>;

/** A rate is used at most this many days after the day it was published for: holidays are shorter. */
export const MOST_CARRIED_DAYS = 7;

/** A rate as published. */
export interface PublishedRate {
  day: string;
  currency: string;
  perEuro: string;
}

/** Where exchange rates come from. */
export interface ExchangeRatePort {
  /** As shown with rates. */
  name: string;
  /** Returns the rates of the last 90 days, which include those that were published late or corrected. */
  recent(): Promise<PublishedRate[]>;
  /** Returns all rates since 1999. */
  history(): Promise<PublishedRate[]>;
}

const AMOUNT = /^\d{1,9}(?:\.\d{1,10})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isRate = ({ day, currency, perEuro }: PublishedRate): boolean =>
  DAY.test(day) && /^[A-Z]{3}$/.test(currency) && AMOUNT.test(perEuro) && Number(perEuro) > 0;

/**
 * Reads rates from the bank's XML files: `<Cube time='2026-11-27'><Cube currency='USD' rate='1.0834'/>…`.
 * @returns null if it is no such file
 */
export function parseRateXml(xml: string): PublishedRate[] | null {
  if (!xml.includes('eurofxref')) return null;
  const rates: PublishedRate[] = [];
  let day = '';
  for (const [, time, currency, perEuro] of xml.matchAll(
    /<Cube\s+(?:time=["']([\d-]{10})["']|currency=["']([A-Z]{3})["']\s+rate=["']([\d.]{1,20})["'])/g,
  )) {
    if (time !== undefined) day = time;
    else {
      const rate = { day, currency: currency ?? '', perEuro: perEuro ?? '' };
      if (isRate(rate)) rates.push(rate);
    }
  }
  return rates;
}
