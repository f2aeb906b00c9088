import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Faults } from '../platform/faults.ts';
import { ConsentCodes } from './consent-codes.ts';
import { registerInstagramApi } from './instagram-api.ts';
import type { SocialParts } from './social-answer.ts';
import { registerSocialConsent } from './social-consent.ts';
import { registerSocialControl } from './social-control.ts';
import { SocialQuota } from './social-quota.ts';
import { SocialWorld } from './social-world.ts';
import { registerTiktokApi } from './tiktok-api.ts';
import { registerYoutubeApi } from './youtube-api.ts';

/** Plays YouTube, Instagram and TikTok; their page is /social, their JSON calls are below /api/social. */
export async function registerSocial(
  app: FastifyInstance,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): Promise<void> {
  const now = () => new Date();
  const parts: SocialParts = {
    faults,
    now,
    world: new SocialWorld(join(dataDir, 'social.jsonl'), now),
    quota: new SocialQuota(now),
    codes: new ConsentCodes(),
  };
  registerYoutubeApi(app, parts);
  registerInstagramApi(app, parts);
  registerTiktokApi(app, parts);
  registerSocialConsent(app, parts);
  await registerSocialControl(app, parts);
}
