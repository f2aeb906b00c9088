import { type CallContext, covers, gid, type PageArgs, pageOf } from './shopify-context.ts';
import type { Subscription } from './shopify-entity.ts';

type UserError = { field: string[]; message: string };

const view = ({ id, topic, url }: Subscription) => ({
  id: gid('WebhookSubscription', id),
  topic: topic.toUpperCase().replace('/', '_'),
  uri: url,
});

/** Webhooks go to https; to this machine http does too, since nothing here has a certificate. */
function addressError(text: string): string | null {
  if (!URL.canParse(text)) return 'Address is invalid';
  const { protocol, hostname } = new URL(text);
  const near = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && near)) return null;
  return `Address protocol ${protocol}// is not supported`;
}

function errorsOf({ store, shop, scopes }: CallContext, url: string, topic: string): UserError[] {
  if (topic !== 'app/uninstalled' && !covers(scopes, 'read_orders'))
    return [{ field: ['topic'], message: `The topic ${topic} requires the read_orders access scope.` }];
  const taken = store.subscriptionsOf(shop.domain).some((one) => one.topic === topic && one.url === url);
  const message = addressError(url) ?? (taken ? 'Address for this topic has already been taken' : null);
  return message ? [{ field: ['webhookSubscription', 'uri'], message }] : [];
}

/** The queries and mutations about webhooks. */
export const subscriptionRoot = {
  webhookSubscriptions: (args: PageArgs, { store, shop }: CallContext) =>
    pageOf(store.subscriptionsOf(shop.domain), args, view, ({ id }) => String(id)),

  webhookSubscriptionCreate: (
    args: { topic: string; webhookSubscription: { uri?: string | null } },
    context: CallContext,
  ) => {
    const { store, shop, version } = context;
    const url = args.webhookSubscription.uri ?? '';
    // `ORDERS_CREATE` is `orders/create`.
    const topic = args.topic.toLowerCase().replace('_', '/');
    const userErrors = errorsOf(context, url, topic);
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    const made = { id: store.nextId(), shop: shop.domain, topic, url, apiVersion: version };
    store.state.subscriptions.set(made.id, made);
    return { webhookSubscription: view(made), userErrors };
  },
};
