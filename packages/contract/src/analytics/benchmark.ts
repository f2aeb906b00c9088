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
    "Compares a brand's campaigns from the last 90 days with all of its campaigns from the last 12 months (median and quartiles). If the brand shares its metrics, also returns the quartiles of all brands on this installation that share theirs, as long as there are at least 5 (including this one) and none has more than 40% of the campaigns. Individual campaigns and brands are never named.",
  params,
  output: z.object({ benchmark: Benchmark }),
});

export const shareBenchmark = defineCall({
  name: 'shareBenchmark',
  noun: 'benchmark',
  method: 'PUT',
  path: '/brand/:brandId/analytics/benchmark/sharing',
  access: 'owner',
  audit: 'Changed benchmark sharing',
  summary:
    "Turns a brand's participation in this installation's benchmark on or off. Off by default. Turning it off immediately removes the brand's metrics from the benchmark.",
  params,
  body: z.object({ shared: z.boolean() }),
  output: z.object({ shared: z.boolean() }),
});
