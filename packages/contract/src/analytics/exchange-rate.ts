import { ExchangeRate, RateStatus } from '@troupe/domain/analytics/exchange-rate';
import { Day, Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getExchangeRates = defineCall({
  name: 'getExchangeRates',
  noun: 'exchange-rate',
  method: 'GET',
  path: '/brand/:brandId/exchange-rates',
  access: 'brand',
  summary:
    'Retrieves the exchange rates of a day (today by default) as published by the European Central Bank. Also lists the currencies and since when they have rates. Weekends and holidays take the last earlier rate; `of` is its day.',
  params: z.object({ brandId: Id }),
  query: z.object({ day: Day.optional() }),
  output: z.object({ rates: z.array(ExchangeRate), status: RateStatus }),
});
