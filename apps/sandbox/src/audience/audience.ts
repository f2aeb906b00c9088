import type { FastifyInstance } from 'fastify';
import { registerAudienceApi } from './audience-api.ts';
import { registerAudiencePages } from './audience-pages.ts';
import type { AudienceStore } from './audience-store.ts';
import { registerAudienceVendor } from './audience-vendor.ts';

/** The vendor of audience data: its own calls, its state for programs, and a page for people. */
export function registerAudience(app: FastifyInstance, store: AudienceStore): void {
  registerAudienceVendor(app, store);
  registerAudienceApi(app, store);
  registerAudiencePages(app, store);
}
