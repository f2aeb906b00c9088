import { Benchmark } from '@troupe/domain/analytics/benchmark';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getBenchmark = defineCall({
  name: 'getBenchmark',
  noun: 'benchmark',
  method: 'GET',
  path: '/brand/:brandId/analytics/benchmark',
  access: 'brand',
  summary:
    "Compares a brand's recent campaigns with its own last 12 months (median and quartiles). If the brand shares its figures, also with all brands of this installation that do: at least 5, none with more than 40% of the campaigns. Single campaigns and brands are never named.",
  params,
  output: z.object({ benchmark: Benchmark }),
});

export const shareBenchmark = defineCall({
  name: 'shareBenchmark',
  noun: 'benchmark',
  method: 'PUT',
  path: '/brand/:brandId/analytics/benchmark/sharing',
  access: 'owner',
  summary:
    'Turns on or off whether a brand takes part in the benchmark of this installation. Off by default. Turning it off removes its figures at once.',
  params,
  body: z.object({ shared: z.boolean() }),
  output: z.object({ shared: z.boolean() }),
});
