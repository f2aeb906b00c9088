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
    'Retrieves the exchange rates for a day (today by default), as published by the European Central Bank. Also lists the currencies and the first day each has a rate. Weekends and holidays use the latest earlier rate; `of` is the date of the rates used.',
  params: z.object({ brandId: Id }),
  query: z.object({ day: Day.optional() }),
  output: z.object({ rates: z.array(ExchangeRate), status: RateStatus }),
});
