import { ClaimedProfile } from '@troupe/domain/campaigns/opt-in';
import { Platform } from '@troupe/domain/discovery/creator';
import { Id, Instant, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const listCreatorConnections = defineCall({
  name: 'listCreatorConnections',
  noun: 'creator-connection',
  method: 'GET',
  path: '/creator/connections',
  access: 'creator',
  summary:
    "Lists the creator's connected accounts. A connected account gives access to metrics only its owner can see. `platforms` lists the platforms that can be connected, and `until` is when the creator's consent expires.",
  output: z.object({
    connections: z.array(
      z.object({
        socialProfileId: Id,
        platform: Platform,
        username: z.string(),
        connectedAt: Instant,
        until: Instant,
        /** False once the platform has revoked the consent and the creator must reconnect. */
        stands: z.boolean(),
        /** Permissions that were granted; null if the platform didn't say. */
        scopes: z.array(z.string()).nullable(),
      }),
    ),
    platforms: z.array(Platform),
  }),
});

export const beginCreatorConnection = defineCall({
  name: 'beginCreatorConnection',
  noun: 'creator-connection',
  method: 'POST',
  path: '/creator/connections/begin',
  access: 'creator',
  summary:
    "Returns the platform's consent page for connecting an account. The platform redirects the creator back to the creator app with a code and a state, valid for ten minutes and for this creator only.",
  body: z.object({ platform: Platform }),
  output: z.object({ url: z.url() }),
  problems: [],
});

export const completeCreatorConnection = defineCall({
  name: 'completeCreatorConnection',
  noun: 'creator-connection',
  method: 'POST',
  path: '/creator/connections',
  access: 'creator',
  summary:
    'Connects an account with the code and state from the platform. Connected profiles are claimed automatically, since connecting proves ownership.',
  body: z.object({ code: text({ min: 1, max: 2000 }), state: text({ min: 1, max: 2000 }) }),
  output: z.object({ profiles: z.array(ClaimedProfile) }),
  problems: ['conflict', 'unavailable'],
});

export const endCreatorConnection = defineCall({
  name: 'endCreatorConnection',
  noun: 'creator-connection',
  method: 'DELETE',
  path: '/creator/connections/:socialProfileId',
  access: 'creator',
  summary: 'Disconnects an account. The stored access token is deleted. Metrics already collected are kept.',
  params: z.object({ socialProfileId: Id }),
  output: z.object({ success: z.literal(true) }),
});
