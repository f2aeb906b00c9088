import { PageNumber, paging } from '@troupe/domain/shape';
import { DemoRequest, DemoRequestForm } from '@troupe/domain/site/demo-request';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const requestDemo = defineCall({
  name: 'requestDemo',
  noun: 'demo-request',
  method: 'POST',
  path: '/demo-requests',
  access: 'public',
  summary:
    'Asks to be shown the product. The same request sent again within a day is the same one. Of one network, and in all, only so many are taken in an hour. Browsers without scripts post their form to `/demo-requests/form`.',
  body: DemoRequestForm,
  output: z.object({ success: z.boolean() }),
  problems: ['rate_limited'],
});

export const listDemoRequests = defineCall({
  name: 'listDemoRequests',
  noun: 'demo-request',
  method: 'GET',
  path: '/admin/demo-requests',
  access: 'administrator',
  summary: 'One page of the requests for a demo, newest first; `heldBack` shows those that look like spam.',
  query: z.object({ page: PageNumber.default(1), heldBack: z.stringbool().default(false) }),
  output: z.object({ requests: z.array(DemoRequest), ...paging }),
});
