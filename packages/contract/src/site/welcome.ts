import { Id } from '@troupe/domain/shape';
import { PendingCounts, SampleData, WelcomeState } from '@troupe/domain/site/welcome';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const ofBrand = z.object({ brandId: Id });

export const getWelcome = defineCall({
  name: 'getWelcome',
  noun: 'welcome',
  method: 'GET',
  path: '/brand/:brandId/welcome',
  access: 'brand',
  summary: "Returns the brand's setup checklist, pending items and sample data, if it has any.",
  params: ofBrand,
  output: z.object({
    steps: z.array(WelcomeState),
    waiting: PendingCounts,
    sample: SampleData.nullable(),
  }),
});

export const addSampleData = defineCall({
  name: 'addSampleData',
  noun: 'welcome',
  method: 'POST',
  path: '/brand/:brandId/sample-data',
  access: 'brand',
  summary:
    "Adds sample creators, a list and a finished campaign to explore. Everything is labeled “sample”, uses no credits, doesn't count toward plan limits, and sends nothing. Does nothing if the brand already has sample data.",
  params: ofBrand,
  output: z.object({ sample: SampleData }),
});

export const removeSampleData = defineCall({
  name: 'removeSampleData',
  noun: 'welcome',
  method: 'DELETE',
  path: '/brand/:brandId/sample-data',
  access: 'brand',
  summary: "Removes all of the brand's sample data.",
  params: ofBrand,
  output: z.object({ removed: z.boolean() }),
});
