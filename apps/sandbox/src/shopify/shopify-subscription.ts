import { type CallContext, gid, numberOf } from './shopify-context.ts';
import type { Subscription } from './shopify-entity.ts';
import { type PageArgs, pageOf } from './shopify-page-of.ts';
import { covers } from './shopify-scope.ts';
import { secondOf } from './shopify-time.ts';

type Input = { uri?: string | null; callbackUrl?: string | null; includeFields?: string[] | null };
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
  legacyResourceId: String(one.id),
  topic: nameOf(one.topic),
  uri: one.url,
  callbackUrl: one.url,
  endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: one.url },
  format: 'JSON',
  includeFields: one.includeFields,
  metafieldNamespaces: [],
  filter: '',
  apiVersion: { handle: one.apiVersion, displayName: one.apiVersion, supported: true },
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

function errorsOf(context: CallContext, input: Input, topic: string, own: number | null): UserError[] {
  const url = input.uri ?? input.callbackUrl ?? '';
  const field = ['webhookSubscription', input.uri == null ? 'callbackUrl' : 'uri'];
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
    .some((one) => one.id !== own && one.topic === topic && one.url === url);
  return taken ? [{ field, message: 'Address for this topic has already been taken' }] : [];
}

const MISSING: UserError[] = [{ field: ['id'], message: 'Webhook subscription does not exist' }];

/** The queries and mutations about webhooks. */
export const subscriptionRoot = {
  webhookSubscription: ({ id }: { id: string }, context: CallContext) => {
    const found = subscriptionAt(context, id);
    return found ? view(found) : null;
  },

  webhookSubscriptions: (
    args: PageArgs & { topics?: string[] | null; uri?: string | null; callbackUrl?: string | null },
    { store, shop }: CallContext,
  ) => {
    const topics = args.topics?.map(topicOf);
    const url = args.uri ?? args.callbackUrl;
    const fits = store
      .subscriptionsOf(shop.domain)
      .filter((one) => (!topics || topics.includes(one.topic)) && (!url || one.url === url));
    return pageOf(fits, args, { value: ({ id }) => id, id: ({ id }) => id }, view);
  },

  webhookSubscriptionCreate: (args: { topic: string; webhookSubscription: Input }, context: CallContext) => {
    const { webhookSubscription: input } = args;
    const topic = topicOf(args.topic);
    const userErrors = errorsOf(context, input, topic, null);
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    const at = new Date().toISOString();
    const made: Subscription = {
      id: context.store.nextId(),
      shop: context.shop.domain,
      topic,
      url: input.uri ?? input.callbackUrl ?? '',
      includeFields: input.includeFields ?? [],
      apiVersion: context.version,
      createdAt: at,
      updatedAt: at,
    };
    context.store.subscriptions.set(made.id, made);
    return { webhookSubscription: view(made), userErrors };
  },

  webhookSubscriptionUpdate: (args: { id: string; webhookSubscription: Input }, context: CallContext) => {
    const found = subscriptionAt(context, args.id);
    if (!found) return { webhookSubscription: null, userErrors: MISSING };
    const input = { uri: args.webhookSubscription.callbackUrl ?? found.url, ...args.webhookSubscription };
    const userErrors = errorsOf(context, input, found.topic, found.id);
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    found.url = input.uri ?? found.url;
    found.includeFields = input.includeFields ?? found.includeFields;
    found.updatedAt = new Date().toISOString();
    return { webhookSubscription: view(found), userErrors };
  },

  webhookSubscriptionDelete: ({ id }: { id: string }, context: CallContext) => {
    const found = subscriptionAt(context, id);
    if (!found) return { deletedWebhookSubscriptionId: null, userErrors: MISSING };
    context.store.subscriptions.delete(found.id);
    return { deletedWebhookSubscriptionId: id, userErrors: [] };
  },
};

function subscriptionAt({ store, shop }: CallContext, id: string): Subscription | null {
  const found = store.subscriptions.get(numberOf('WebhookSubscription', id));
  return found?.shop === shop.domain ? found : null;
}
