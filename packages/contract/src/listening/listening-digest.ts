import { DigestChoice, ListeningDigest } from '@troupe/domain/listening/listening-digest';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getListeningDigest = defineCall({
  name: 'getListeningDigest',
  noun: 'listening-digest',
  method: 'GET',
  path: '/brand/:brandId/listening/digest',
  access: 'brand',
  summary:
    "Returns the caller's email digest schedule for the brand, and when the next digest is due. The digest is off by default. API keys get 403.",
  params,
  output: z.object({ digest: ListeningDigest }),
});

export const changeListeningDigest = defineCall({
  name: 'changeListeningDigest',
  noun: 'listening-digest',
  method: 'PUT',
  path: '/brand/:brandId/listening/digest',
  access: 'brand',
  summary:
    "Turns the caller's email digest off, or schedules it daily or weekly at an hour in the brand's time zone. A digest covers the previous day or seven days, is sent once, and is skipped if there are no mentions or alerts. API keys get 403.",
  params,
  body: DigestChoice,
  output: z.object({ digest: ListeningDigest }),
});
