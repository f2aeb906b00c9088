import { FORECAST_DAYS, Forecast, ForecastMeasure } from '@troupe/domain/analytics/forecast';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getForecast = defineCall({
  name: 'getForecast',
  noun: 'forecast',
  method: 'GET',
  path: '/brand/:brandId/analytics/forecast',
  access: 'brand',
  summary:
    "Forecasts a brand's orders or net revenue for each of the next `days` days in the brand's time zone. The forecast is the median of four simple methods. Its bands are quantiles of the method's own past errors at the same horizon, and the response says how often past values fell within them. Requires 9 weeks of orders. Net revenue is in minor units of one currency, by default the one with the most orders.",
  params: z.object({ brandId: Id }),
  query: z.object({
    measure: ForecastMeasure.default('orders'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    days: z.coerce.number().int().min(1).max(FORECAST_DAYS.max).default(FORECAST_DAYS.usual),
  }),
  output: z.object({ forecast: Forecast }),
});
