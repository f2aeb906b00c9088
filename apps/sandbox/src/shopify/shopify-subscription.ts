import { type CallContext, covers, gid, numberOf, type PageArgs, pageOf } from './shopify-context.ts';
import type { Subscription } from './shopify-entity.ts';
import { secondOf } from './shopify-value.ts';

type Input = { uri?: string | null };
type UserError = { field: string[] | null; message: string };

/** `ORDERS_CREATE` is `orders/create`. */
const topicOf = (name: string): string => name.toLowerCase().replace('_', '/');
const nameOf = (topic: string): string => topic.toUpperCase().replace('/', '_');

/** The scope a topic takes; none for those about the app itself. */
function scopeFor(topic: string): string | null {
  const [noun = ''] = topic.split('/');
  if (noun === 'orders' || noun === 'refunds' || topic.startsWith('order/')) return 'read_orders';
  if (noun === 'products' || noun === 'customers' || noun === 'discounts') return `read_${noun}`;
  return null;
}

const view = (one: Subscription) => ({
  __typename: 'WebhookSubscription',
  id: gid('WebhookSubscription', one.id),
  topic: nameOf(one.topic),
  uri: one.url,
  createdAt: secondOf(one.createdAt),
  updatedAt: secondOf(one.updatedAt),
});

/** Webhooks go to https; to this machine http does too, since nothing here has a certificate. */
function addressError(text: string): string | null {
  if (!URL.canParse(text)) return 'Address is invalid';
  const { protocol, hostname } = new URL(text);
  const near = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
  if (protocol === 'https:' || (protocol === 'http:' && near)) return null;
  return `Address protocol ${protocol}// is not supported`;
}

function errorsOf(context: CallContext, url: string, topic: string): UserError[] {
  const field = ['webhookSubscription', 'uri'];
  const scope = scopeFor(topic);
  if (scope && !covers(context.scopes, scope))
    return [
      {
        field: ['topic'],
        message: `You do not have permission to create or update webhooks with ${topic} topic. This topic requires the ${scope} access scope.`,
      },
    ];
  const wrong = addressError(url);
  if (wrong) return [{ field, message: wrong }];
  const taken = context.store
    .subscriptionsOf(context.shop.domain)
    .some((one) => one.topic === topic && one.url === url);
  return taken ? [{ field, message: 'Address for this topic has already been taken' }] : [];
}

const MISSING: UserError[] = [{ field: ['id'], message: 'Webhook subscription does not exist' }];

/** The queries and mutations about webhooks. */
export const subscriptionRoot = {
  webhookSubscriptions: (args: PageArgs, { store, shop }: CallContext) =>
    pageOf(store.subscriptionsOf(shop.domain), args, { value: ({ id }) => id, id: ({ id }) => id }, view),

  webhookSubscriptionCreate: (args: { topic: string; webhookSubscription: Input }, context: CallContext) => {
    const url = args.webhookSubscription.uri ?? '';
    const topic = topicOf(args.topic);
    const userErrors = errorsOf(context, url, topic);
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    const at = new Date().toISOString();
    const made: Subscription = {
      id: context.store.nextId(),
      shop: context.shop.domain,
      topic,
      url,
      apiVersion: context.version,
      createdAt: at,
      updatedAt: at,
    };
    context.store.state.subscriptions.set(made.id, made);
    return { webhookSubscription: view(made), userErrors };
  },

  webhookSubscriptionDelete: ({ id }: { id: string }, context: CallContext) => {
    const found = subscriptionAt(context, id);
    if (!found) return { deletedWebhookSubscriptionId: null, userErrors: MISSING };
    context.store.state.subscriptions.delete(found.id);
    return { deletedWebhookSubscriptionId: id, userErrors: [] };
  },
};

function subscriptionAt({ store, shop }: CallContext, id: string): Subscription | null {
  const found = store.state.subscriptions.get(numberOf('WebhookSubscription', id));
  return found?.shop === shop.domain ? found : null;
}
