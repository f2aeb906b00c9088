import { subscribeWebhooks } from '../modules/operations/outgoing-webhooks.ts';
import type { Api } from '../platform/api.ts';

/** Wires who hears of domain events, in this order (`domain/domain-event.ts` lists them). */
export function subscribeModules(api: Api): void {
  subscribeWebhooks(api);
}
