import type { Call } from '@troupe/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Api, AuthContext, CallContext } from '../platform/api.ts';
import { PROMPT_COMPRESSION } from '../platform/http.ts';
import type { Audit, AuditedCall } from './audit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    auth: AuthContext | null;
  }
}

/** Authorizes a request; throws a problem if it is rejected. */
export type Gate = (
  call: Pick<Call, 'access' | 'peopleOnly'> & Partial<Pick<Call, 'method' | 'noun' | 'name'>>,
  request: FastifyRequest,
) => Promise<AuthContext>;

/** Returns how to register calls: behind the gate, with schema validation and audit logging. */
export function implementer(
  server: FastifyInstance,
  gate: Gate,
  audit: Audit,
): Pick<Api, 'implement' | 'implementChange'> {
  server.decorateRequest('auth', null);
  const register = (
    call: Call,
    answer: (audited: AuditedCall, given: CallContext<Call>) => Promise<unknown>,
  ) => {
    const sendsJson = call.method !== 'GET' && !call.multipart;
    server.route({
      method: call.method,
      url: call.path,
      config: { call },
      ...(call.file === 'application/json' ? { compress: PROMPT_COMPRESSION } : {}),
      ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
      schema: {
        params: call.params,
        querystring: call.query,
        ...(sendsJson ? { body: call.body } : {}),
        ...(call.file ? {} : { response: { 200: call.output } }),
      },
      onRequest: async (request) => {
        request.auth = await gate(call, request);
      },
      handler: async (request, reply) => {
        const context = request.auth ?? { caller: null, brandId: null };
        const key = request.headers['idempotency-key'];
        return answer({ call, request, context }, {
          params: request.params,
          query: request.query,
          body: request.body,
          caller: context.caller,
          brandId: context.brandId,
          idempotencyKey: typeof key === 'string' ? key.slice(0, 200) : null,
          request,
          reply,
        } as never);
      },
    });
  };
  return {
    implement: (call, handler) =>
      register(call, (audited, given) => audit.around(audited, () => handler(given as never))),
    implementChange: (call, handler) =>
      register(call, (audited, given) =>
        audit.within(audited, (commit) => handler(Object.assign(given, { commit }) as never)),
      ),
  };
}
