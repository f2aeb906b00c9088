import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  execute,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { breakOff } from '../platform/faults.ts';
import { type CallFault, CallRefusal, callerOf, failCall, WRONG_TOKEN } from './shopify-context.ts';
import { COST_MOST, costOf } from './shopify-cost.ts';
import type { AccessToken, Shop } from './shopify-entity.ts';
import { root } from './shopify-root.ts';
import { schema } from './shopify-schema.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { answeringVersion, versionOf } from './shopify-value.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

type Call = {
  Params: { shop: string; version: string };
  Body: { query?: unknown; variables?: Record<string, unknown> | null } | null;
};

/** The Admin API: `POST /shopify/{shop}/admin/api/{version}/graphql.json`. */
export function registerShopifyGraphql(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): void {
  app.post<Call>('/shopify/:shop/admin/api/:version/graphql.json', async (request, reply) => {
    try {
      return await answer(store, webhooks, request, reply);
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      store.seen(request.params.shop, 'graphql', error.status, error.message);
      return reply.code(error.status).send({ errors: error.message });
    }
  });
}

async function answer(
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  request: FastifyRequest<Call>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const version = answeringVersion(request.params.version);
  if (version === null) throw new CallRefusal(404, 'Not Found');
  const { shop, token } = callerOf(store, request);
  reply.header('x-shopify-api-version', version);
  const { query, variables } = request.body ?? {};
  if (typeof query !== 'string' || query === '')
    throw new CallRefusal(400, 'query: Required parameter missing or invalid');
  const document = read(query);
  if (!('kind' in document)) return send(store, shop, 'graphql', reply, { errors: document });
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new CallRefusal(400, 'No operation');
  const fields = operation.selectionSet.selections.flatMap((one) =>
    one.kind === Kind.FIELD ? [one.name.value] : [],
  );
  const fault = await failCall(store, shop, [...fields, 'graphql', '*'], reply);
  if (fault === 'ended') return reply;
  if (fault === 'wrong_key') {
    store.state.tokens.delete(token.token);
    throw new CallRefusal(401, WRONG_TOKEN);
  }
  const origin = `${request.protocol}://${request.host}`;
  const asked = { shop, token, version, fault, origin, name: fields.join(' ') };
  return run(store, webhooks, { document, operation, variables: variables ?? {} }, asked, reply);
}

/** The query as it stands, or what is wrong with it. */
function read(query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: 20_000 });
    const errors = validate(schema, document, specifiedRules);
    return errors.length > 0 ? errors : document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

async function run(
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  query: {
    document: DocumentNode;
    operation: OperationDefinitionNode;
    variables: Record<string, unknown>;
  },
  asked: { shop: Shop; token: AccessToken; version: string; fault: CallFault; origin: string; name: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { shop, token, version, fault, origin, name } = asked;
  const requested = costOf(query.document, query.operation, query.variables);
  const { currentlyAvailable } = store.buckets.status(shop, store.settings);
  const figures = (actual: number | null) => ({
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: store.buckets.status(shop, store.settings),
    },
  });
  const refuse = (code: string, message: string) => {
    store.seen(shop.domain, name, 200, code);
    return reply.send({ errors: [{ message, extensions: { code } }], extensions: figures(null) });
  };
  if (requested > COST_MOST)
    return refuse(
      'MAX_COST_EXCEEDED',
      `Query cost is ${requested}, which exceeds the single query max cost limit (${COST_MOST}).`,
    );
  if (fault === 'throttle' || requested > currentlyAvailable) return refuse('THROTTLED', 'Throttled');
  if (fault === 'internal') return refuse('INTERNAL_SERVER_ERROR', 'Internal error.');
  const result = await execute({
    schema,
    document: query.document,
    rootValue: root,
    contextValue: { store, webhooks, shop, scopes: token.scopes, version, origin },
    variableValues: query.variables,
  });
  store.buckets.take(shop, requested);
  if (query.operation.operation === 'mutation') await store.save();
  if (fault === 'lost') {
    store.seen(shop.domain, name, 0, fault);
    return breakOff(reply);
  }
  if (fault === 'version') reply.header('x-shopify-api-version', versionOf(1));
  return send(store, shop, name, reply, { ...result, extensions: figures(requested) });
}

function send(
  store: ShopifyStore,
  { domain }: Shop,
  name: string,
  reply: FastifyReply,
  { errors, ...rest }: { data?: unknown; errors?: readonly GraphQLError[]; extensions?: object },
): FastifyReply {
  store.seen(domain, name, 200, errors?.[0]?.message ?? null);
  return reply.send({ ...(errors && { errors: errors.map((one) => one.toJSON()) }), ...rest });
}
