import { meanOf, medianOf, quantileOf } from '../statistics.ts';
import type { Coverage, ForecastMethod } from './forecast.ts';

/** The version of the formula; raise it with every change of a result. */
export const FORECAST_VERSION = 1;

/** Seasons that level and weekday means are taken from. */
const RECENT_SEASONS = 4;
/** Most values of history that are read; older ones say little about the next weeks. */
const MOST_VALUES = 420;
const SMOOTHING = [0.05, 0.15, 0.3, 0.5] as const;
const SEASON_SMOOTHING = [0.05, 0.2, 0.4] as const;
const TREND_SMOOTHING = 0.05;
const DAMPING = 0.9;

/** Forecasts of each method and their median, which is the forecast. */
export interface MethodForecasts {
  methods: { method: ForecastMethod; values: number[] }[];
  median: number[];
}

/**
 * Forecasts a series of counts or amounts as the median of four simple methods: medians of simple forecasts are hard to
 * beat (Makridakis et al. 2020, the M4 competition; Petropoulos and Svetunkov 2020).
 * - `weekday-mean`: mean of the last 4 values of the same weekday
 * - `level-profile`: mean of the last 4 weeks times the weekday's share of a week over the last 8
 * - `theta`: the Theta method (Assimakopoulos and Nikolopoulos 2000) in the form of Hyndman and Billah (2003): exponential
 *   smoothing with half the slope of the trend as drift, on values without the weekday's factor
 * - `holt-winters`: additive Holt-Winters with damped trend (Gardner and McKenzie 1985), parameters by past errors
 *
 * Forecasts are never negative.
 * @param values oldest first, at least 2 seasons and 4 values
 * @param season steps of a season: 7 for days, 1 for none
 */
export function forecastOf(values: readonly number[], season: number, horizon: number): MethodForecasts {
  const recent = values.slice(-MOST_VALUES);
  const methods = [
    { method: 'weekday-mean' as const, values: seasonMean(recent, season, horizon) },
    // Without seasons, the level is the mean of the last values already.
    ...(season > 1
      ? [{ method: 'level-profile' as const, values: levelProfile(recent, season, horizon) }]
      : []),
    { method: 'theta' as const, values: theta(recent, season, horizon) },
    { method: 'holt-winters' as const, values: holtWinters(recent, season, horizon) },
  ].map(({ method, values: found }) => ({ method, values: found.map((value) => Math.max(0, value)) }));
  return {
    methods,
    median: Array.from({ length: horizon }, (_, h) =>
      medianOf(methods.map((one) => one.values[h] as number)),
    ),
  };
}

/** Repeats the last season, which forecasts have to beat. */
export const repeatSeason = (values: readonly number[], season: number, horizon: number): number[] =>
  Array.from({ length: horizon }, (_, h) => values[values.length - season + (h % season)] as number);

const at = (values: readonly number[], i: number): number => values[i] as number;

function seasonMean(values: readonly number[], season: number, horizon: number): number[] {
  return Array.from({ length: horizon }, (_, h) => {
    const same: number[] = [];
    for (let i = values.length - season + (h % season); i >= 0 && same.length < RECENT_SEASONS; i -= season)
      same.push(at(values, i));
    return meanOf(same);
  });
}

/** Factors of the places in a season over recent seasons, with mean 1; the first is that of the next value. */
function profileOf(values: readonly number[], season: number, seasons: number): number[] {
  const recent = values.slice(-Math.min(Math.floor(values.length / season), seasons) * season);
  const all = meanOf(recent);
  return Array.from({ length: season }, (_, place) => {
    const same = recent.filter((_value, i) => i % season === place);
    return all > 0 ? meanOf(same) / all : 1;
  });
}

function levelProfile(values: readonly number[], season: number, horizon: number): number[] {
  const level = meanOf(values.slice(-RECENT_SEASONS * season));
  const profile = profileOf(values, season, 2 * RECENT_SEASONS);
  return Array.from({ length: horizon }, (_, h) => level * at(profile, h % season));
}

function theta(values: readonly number[], season: number, horizon: number): number[] {
  const profile = profileOf(values, season, MOST_VALUES);
  // The profile's first place is that of the next value, so the last value has the last place.
  const offset = (season - (values.length % season)) % season;
  const factor = (i: number) => Math.max(0.05, at(profile, (i + offset) % season));
  const flat = values.map((value, i) => value / factor(i));
  const n = flat.length;
  const middle = (n - 1) / 2;
  let [across, along] = [0, 0];
  const mean = meanOf(flat);
  for (let i = 0; i < n; i += 1) {
    across += (i - middle) * (at(flat, i) - mean);
    along += (i - middle) ** 2;
  }
  const drift = across / along / 2;
  let best = { error: Number.POSITIVE_INFINITY, level: at(flat, n - 1), alpha: 1 };
  for (const alpha of [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9]) {
    let level = meanOf(flat.slice(0, Math.min(n, 2 * season + 2)));
    let error = 0;
    for (const value of flat) {
      error += (value - level) ** 2;
      level += alpha * (value - level);
    }
    if (error < best.error) best = { error, level, alpha };
  }
  const { level, alpha } = best;
  return Array.from(
    { length: horizon },
    (_, h) => (level + drift * (h + (1 - (1 - alpha) ** n) / alpha)) * factor(n + h),
  );
}

function holtWinters(values: readonly number[], season: number, horizon: number): number[] {
  const start = meanOf(values.slice(0, 2 * season));
  const seasonal = season > 1;
  let best = { error: Number.POSITIVE_INFINITY, forecast: [] as number[] };
  for (const alpha of SMOOTHING)
    for (const gamma of seasonal ? SEASON_SMOOTHING : [0]) {
      let level = start;
      let trend = 0;
      let error = 0;
      const places = Array.from({ length: season }, (_, place) =>
        seasonal ? meanOf([at(values, place), at(values, place + season)]) - start : 0,
      );
      for (const [i, value] of values.entries()) {
        const place = at(places, i % season);
        const expected = level + DAMPING * trend;
        error += (value - expected - place) ** 2;
        const next = expected + alpha * (value - place - expected);
        trend = DAMPING * trend + TREND_SMOOTHING * (next - level - DAMPING * trend);
        level = next;
        places[i % season] = place + gamma * (value - level - place);
      }
      if (error >= best.error) continue;
      let damped = 0;
      const forecast = Array.from({ length: horizon }, (_, h) => {
        damped += DAMPING ** (h + 1);
        return level + damped * trend + at(places, (values.length + h) % season);
      });
      best = { error, forecast };
    }
  return best.forecast;
}

/** A forecast that was made in the past, with what came. */
export interface PastForecast {
  forecast: readonly number[];
  actual: readonly number[];
  naive: readonly number[];
}

/**
 * Makes the forecasts that this method would have made each season, from what was known then.
 * @param most of them, the latest
 */
export function rehearseForecasts(
  values: readonly number[],
  season: number,
  horizon: number,
  { first, most }: { first: number; most: number },
): PastForecast[] {
  const past: PastForecast[] = [];
  for (let origin = values.length - horizon; origin >= first && past.length < most; origin -= season) {
    const known = values.slice(0, origin);
    past.push({
      forecast: forecastOf(known, season, horizon).median,
      actual: values.slice(origin, origin + horizon),
      naive: repeatSeason(known, season, horizon),
    });
  }
  return past.reverse();
}

/** Errors relative to the forecast, with half a unit more so that 0 is possible. */
const errorOf = (actual: number, forecast: number, unit: number): number =>
  (actual - forecast) / (forecast + unit);

export interface Band {
  low: number;
  high: number;
}

/**
 * Returns the intervals of a forecast from the errors of past ones at the same horizon and its neighbors, relative to the
 * forecast: split conformal prediction (Vovk, Gammerman and Shafer 2005; Lei et al. 2018), which assumes no distribution.
 * Null with too few past forecasts for the share: 1 of 5 must lie outside of 80%.
 * @param unit half of the smallest amount that matters, such as 0.5 orders
 */
export function bandsOf(
  forecast: readonly number[],
  past: readonly PastForecast[],
  share: number,
  unit: number,
): (Band | null)[] {
  const tail = (1 - share) / 2;
  return forecast.map((value, h) => {
    const errors = past.flatMap((one) =>
      [h - 1, h, h + 1].flatMap((near) =>
        near < 0 || near >= one.actual.length
          ? []
          : [errorOf(at(one.actual, near), at(one.forecast, near), unit)],
      ),
    );
    return bandOf(value, errors, { tail, unit, forecasts: past.length });
  });
}

/** The interval of the sum of a forecast from the errors of past sums. */
export function totalBand(
  forecast: readonly number[],
  past: readonly PastForecast[],
  share: number,
  unit: number,
): Band | null {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const errors = past.map((one) => errorOf(sum(one.actual), sum(one.forecast), unit));
  return bandOf(sum(forecast), errors, { tail: (1 - share) / 2, unit, forecasts: past.length });
}

function bandOf(
  value: number,
  errors: readonly number[],
  { tail, unit, forecasts: n }: { tail: number; unit: number; forecasts: number },
): Band | null {
  if (n < 2 || errors.length < 1 / tail - 1) return null;
  // The correction of conformal prediction for few cases, the k-th of n with k = (n + 1) * share. Errors at neighboring
  // horizons of one forecast resemble each other, so that each forecast is one case.
  const place = Math.max(0, ((n + 1) * tail - 1) / (n - 1));
  const low = quantileOf(errors, place);
  const high = quantileOf(errors, 1 - place);
  return { low: Math.max(0, value + low * (value + unit)), high: Math.max(0, value + high * (value + unit)) };
}

/**
 * Returns how often bands made from earlier forecasts held the values of later ones, and the errors against repeating the
 * last season. Each forecast is judged with what was known when it was made.
 * @param warmUp forecasts that the first band is made from
 */
export function judgeForecasts(
  past: readonly PastForecast[],
  scale: number,
  { unit, season, warmUp }: { unit: number; season: number; warmUp: number },
): { forecasts: number; band80: Coverage; band95: Coverage; mase: number | null; naiveMase: number | null } {
  const band80 = { within: 0, of: 0 };
  const band95 = { within: 0, of: 0 };
  const errors: number[] = [];
  const naive: number[] = [];
  for (const [i, one] of past.entries()) {
    for (const [h, actual] of one.actual.entries()) {
      errors.push(Math.abs(actual - at(one.forecast, h)));
      naive.push(Math.abs(actual - at(one.naive, h)));
    }
    // Forecasts whose days weren't over when this one was made are left out.
    const known = past.slice(0, Math.max(0, i - Math.ceil(one.actual.length / season) + 1));
    if (known.length < warmUp) continue;
    for (const [share, coverage] of [
      [0.8, band80],
      [0.95, band95],
    ] as const)
      for (const [h, band] of bandsOf(one.forecast, known, share, unit).entries()) {
        if (!band) continue;
        coverage.of += 1;
        if (at(one.actual, h) >= band.low && at(one.actual, h) <= band.high) coverage.within += 1;
      }
  }
  return {
    forecasts: past.length,
    band80,
    band95,
    mase: scale > 0 && errors.length > 0 ? meanOf(errors) / scale : null,
    naiveMase: scale > 0 && naive.length > 0 ? meanOf(naive) / scale : null,
  };
}

/** The scale of the mean absolute scaled error (Hyndman and Koehler 2006): the mean change from season to season. */
export function maseScale(values: readonly number[], season: number): number {
  if (values.length <= season) return 0;
  return meanOf(values.slice(season).map((value, i) => Math.abs(value - at(values, i))));
}
