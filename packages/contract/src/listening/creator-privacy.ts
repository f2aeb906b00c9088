import { OwnListening, OwnListeningProfile } from '@troupe/domain/listening/creator-privacy';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getOwnListening = defineCall({
  name: 'getOwnListening',
  noun: 'creator-privacy',
  method: 'GET',
  path: '/me/listening',
  access: 'creator',
  summary:
    "Returns what brands can see of the creator's verified profiles. Covers how many public posts are stored, which of them are mentions, and whether a profile is opted out of social listening.",
  output: z.object({ listening: OwnListening }),
});

export const changeOwnListening = defineCall({
  name: 'changeOwnListening',
  noun: 'creator-privacy',
  method: 'PUT',
  path: '/me/listening/profiles/:socialProfileId',
  access: 'creator',
  summary:
    "Opts one of the creator's verified profiles out of social listening across all brands, or back in. Opting out deletes its mentions; new posts are no longer collected as mentions.",
  params: z.object({ socialProfileId: Id }),
  body: z.object({ optedOut: z.boolean() }),
  output: z.object({ profile: OwnListeningProfile }),
  problems: ['not_found'],
});
