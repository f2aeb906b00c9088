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
    'The accounts the signed-in creator connected, so that the platform tells what only their owner may read, and the platforms on which that can be done here. `until` is when the consent ends by itself.',
  output: z.object({
    connections: z.array(
      z.object({
        socialProfileId: Id,
        platform: Platform,
        username: z.string(),
        connectedAt: Instant,
        until: Instant,
        /** False when the platform takes the consent no more: it has to be given again. */
        stands: z.boolean(),
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
    "Where the creator is asked by the platform whether their account may be read. It sends them back to the creators' app with a code and a state that counts for ten minutes and for them alone.",
  body: z.object({ platform: Platform }),
  output: z.object({ url: z.url() }),
  problems: ['unavailable'],
});

export const completeCreatorConnection = defineCall({
  name: 'completeCreatorConnection',
  noun: 'creator-connection',
  method: 'POST',
  path: '/creator/connections',
  access: 'creator',
  summary:
    'Takes what the platform sent the creator back with. Connected accounts are claimed: whoever can connect one owns it.',
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
  summary:
    'Ends a connection: the key to the account is forgotten. Figures that were read stay, with their age.',
  params: z.object({ socialProfileId: Id }),
  output: z.object({ success: z.literal(true) }),
});
