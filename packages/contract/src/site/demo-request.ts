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
    'Requests a product demo. Repeating the same request within a day has no effect. Requests are rate-limited per network and overall. Browsers without JavaScript post the form to `/demo-requests/form`.',
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
  summary: 'Lists demo requests, newest first. Set `heldBack` to list requests flagged as spam.',
  query: z.object({ page: PageNumber.default(1), heldBack: z.stringbool().default(false) }),
  output: z.object({ requests: z.array(DemoRequest), ...paging }),
});
