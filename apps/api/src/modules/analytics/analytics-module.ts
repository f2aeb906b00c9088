import type { ExchangeRatePort } from '@troupe/domain/analytics/exchange-rate';
import type { Api } from '../../platform/api.ts';
import { analytics } from './analytics.ts';
import { benchmarks } from './benchmarks.ts';
import { cohorts } from './cohorts.ts';
import { costs } from './costs.ts';
import { exchangeRates } from './exchange-rates.ts';
import { figureEvidence } from './figure-evidence.ts';
import { forecasts } from './forecasts.ts';
import { liftStudies } from './lift-studies.ts';
import { sensitivity } from './sensitivity.ts';

/** Registers analytics. @param rates null without a source of exchange rates */
export function analyticsModule(api: Api, rates: ExchangeRatePort | null): void {
  analytics(api);
  figureEvidence(api);
  sensitivity(api);
  costs(api);
  exchangeRates(api, rates);
  liftStudies(api);
  forecasts(api);
  cohorts(api);
  benchmarks(api);
}
