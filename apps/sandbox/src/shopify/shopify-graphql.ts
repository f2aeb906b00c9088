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
import { CallRefusal, callerOf, WRONG_TOKEN } from './shopify-access.ts';
import type { CallContext } from './shopify-context.ts';
import { COST_MOST, CostOf, topFields } from './shopify-cost.ts';
import type { AccessToken, Shop } from './shopify-entity.ts';
import { type FailureOutcome, failBefore } from './shopify-fail.ts';
import { root } from './shopify-root.ts';
import { schema } from './shopify-schema.ts';
import { randomHex } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { answeringVersion, nextVersion } from './shopify-version.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

type Call = {
  Params: { shop: string; version: string };
  Body: { query?: unknown; variables?: unknown; operationName?: unknown } | null;
};

/** The Admin API: `POST /shopify/{shop}/admin/api/{version}/graphql.json`. */
export function registerShopifyGraphql(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): void {
  app.post<Call>('/shopify/:shop/admin/api/:version/graphql.json', async (request, reply) => {
    const caller = new Caller(store, webhooks, request, reply);
    try {
      return await caller.answer();
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      caller.note(error.status, error.message);
      return reply.code(error.status).send({ errors: error.message });
    }
  });
}

const operationOf = (document: DocumentNode, name: string | null): OperationDefinitionNode | undefined => {
  const all = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return name === null ? all[0] : all.find((one) => one.name?.value === name);
};

/** One request on its way to an answer. */
class Caller {
  readonly #store: ShopifyStore;
  readonly #webhooks: ShopifyWebhooks;
  readonly #request: FastifyRequest<Call>;
  readonly #reply: FastifyReply;
  #name = 'graphql';

  constructor(
    store: ShopifyStore,
    webhooks: ShopifyWebhooks,
    request: FastifyRequest<Call>,
    reply: FastifyReply,
  ) {
    this.#store = store;
    this.#webhooks = webhooks;
    this.#request = request;
    this.#reply = reply;
  }

  note(status: number, text: string | null): void {
    const { shop } = this.#request.params;
    this.#store.seen({ at: new Date().toISOString(), shop, call: this.#name, status, note: text });
  }

  async answer(): Promise<FastifyReply> {
    const { params, body } = this.#request;
    const version = answeringVersion(params.version);
    if (version === null) throw new CallRefusal(404, 'Not Found');
    const { shop, token } = callerOf(this.#store, this.#request);
    this.#reply.header('x-shopify-api-version', version).header('x-request-id', randomHex());
    const query = body?.query;
    if (typeof query !== 'string' || query === '')
      throw new CallRefusal(400, 'query: Required parameter missing or invalid');
    const variables = (typeof body?.variables === 'object' && body.variables) || {};

    const document = this.#read(query);
    if (!('kind' in document)) return this.#send({ errors: document });
    const operation = operationOf(
      document,
      typeof body?.operationName === 'string' ? body.operationName : null,
    );
    if (!operation) return this.#send({ errors: [new GraphQLError('No operation named so')] });
    const fields = topFields(operation);
    this.#name = fields.join(' ') || 'graphql';

    const note = (status: number, text: string | null) => this.note(status, text);
    const failure = await failBefore(this.#store, shop, [...fields, 'graphql', '*'], this.#reply, note);
    if (failure === 'ended') return this.#reply;
    if (failure === 'dead_token') {
      this.#forget(token);
      throw new CallRefusal(401, WRONG_TOKEN);
    }
    return this.#run(document, operation, { ...variables }, { shop, token, version, failure });
  }

  /** The query as it stands, or what is wrong with it. */
  #read(query: string): DocumentNode | readonly GraphQLError[] {
    try {
      const document = parse(query, { maxTokens: 20_000 });
      const errors = validate(schema, document, specifiedRules);
      return errors.length > 0 ? errors : document;
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  }

  async #run(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
    asked: { shop: Shop; token: AccessToken; version: string; failure: FailureOutcome },
  ): Promise<FastifyReply> {
    const { shop, token, version, failure } = asked;
    const cost = new CostOf(document, variables);
    const requested = cost.operation(operation);
    const before = this.#store.buckets.status(shop, this.#store.settings);
    const figures = (actual: number | null) => ({
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: actual,
        throttleStatus: this.#store.buckets.status(shop, this.#store.settings),
      },
    });
    if (requested > COST_MOST)
      return this.#refuse(
        'MAX_COST_EXCEEDED',
        `Query cost is ${requested}, which exceeds the single query max cost limit (${COST_MOST}).`,
        figures(null),
      );
    if (failure === 'throttle' || requested > before.currentlyAvailable)
      return this.#refuse('THROTTLED', 'Throttled', figures(null));
    if (failure === 'internal')
      return this.#refuse(
        'INTERNAL_SERVER_ERROR',
        `Internal error. Looks like something went wrong on our end. Request ID: ${randomHex()}`,
        figures(null),
      );

    const contextValue: CallContext = {
      store: this.#store,
      webhooks: this.#webhooks,
      shop,
      scopes: token.scopes,
      version,
      origin: `${this.#request.protocol}://${this.#request.host}`,
    };
    const result = await execute({
      schema,
      document,
      rootValue: root,
      contextValue,
      variableValues: variables,
      operationName: operation.name?.value ?? null,
    });
    const actual = result.data ? cost.operation(operation, result.data) : 0;
    this.#store.buckets.take(shop, actual);
    if (operation.operation === 'mutation') await this.#store.save();
    if (failure === 'lost') {
      this.note(0, 'lost');
      this.#reply.raw.destroy();
      return this.#reply;
    }
    if (failure === 'version') this.#reply.header('x-shopify-api-version', nextVersion());
    return this.#send({ ...result, extensions: figures(actual) });
  }

  #forget(token: AccessToken): void {
    this.#store.tokens.delete(token.token);
  }

  #refuse(code: string, message: string, extensions: object): FastifyReply {
    const documentation = 'https://shopify.dev/api/usage/rate-limits';
    this.note(200, code);
    return this.#reply.send({ errors: [{ message, extensions: { code, documentation } }], extensions });
  }

  #send(answer: { data?: unknown; errors?: readonly GraphQLError[]; extensions?: object }): FastifyReply {
    const { errors, ...rest } = answer;
    this.note(200, errors?.[0]?.message ?? null);
    return this.#reply.send({ ...(errors && { errors: errors.map((one) => one.toJSON()) }), ...rest });
  }
}
