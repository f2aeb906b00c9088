import type { FastifyInstance } from 'fastify';
import { CallRefusal, callerOf, WRONG_TOKEN } from './shopify-access.ts';
import { failBefore } from './shopify-fail.ts';
import { uninstall } from './shopify-install.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

const CALL = 'api_permissions';

/**
 * How an app gives its access to a store back: `DELETE /shopify/{shop}/admin/api_permissions/current.json`. It is removed
 * from the store as if the merchant did it, `app/uninstalled` and `shop/redact` included.
 */
export function registerShopifyApiPermissions(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): void {
  app.delete<{ Params: { shop: string } }>(
    `/shopify/:shop/admin/${CALL}/current.json`,
    async (request, reply) => {
      const note = (status: number, text: string | null) =>
        store.seen({
          ...{ at: new Date().toISOString(), shop: request.params.shop, call: CALL },
          ...{ status, note: text },
        });
      try {
        const { shop } = callerOf(store, request);
        const failure = await failBefore(store, shop, [CALL, '*'], reply, note);
        if (failure === 'ended') return reply;
        if (failure === 'dead_token') throw new CallRefusal(401, WRONG_TOKEN);
        uninstall(store, webhooks, shop);
        await store.save();
        if (failure === 'lost') {
          note(0, failure);
          reply.raw.destroy();
          return reply;
        }
        note(200, null);
        return reply.send({});
      } catch (error) {
        if (!(error instanceof CallRefusal)) throw error;
        note(error.status, error.message);
        return reply.code(error.status).send({ errors: error.message });
      }
    },
  );
}
