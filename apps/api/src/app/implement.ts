import type { Call } from '@troupe/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Api, AuthContext } from '../platform/api.ts';
import type { Audit } from './audit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    auth: AuthContext | null;
  }
}

/** Decides whether a request may go on; throws the failure when not. */
export type Gate = (
  call: Pick<Call, 'access' | 'peopleOnly'> & Partial<Pick<Call, 'method' | 'noun' | 'name'>>,
  request: FastifyRequest,
) => Promise<AuthContext>;

/** Makes `implement`: registers a call's route with its gate in front, its schemas around, and the audit log kept. */
export function implementer(server: FastifyInstance, gate: Gate, audit: Audit): Api['implement'] {
  server.decorateRequest('auth', null);
  return (call, handler) => {
    const sendsJson = call.method !== 'GET' && !call.multipart;
    server.route({
      method: call.method,
      url: call.path,
      config: { call },
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
        return audit(call, request, context, () =>
          handler({
            params: request.params,
            query: request.query,
            body: request.body,
            ...context,
            idempotencyKey: typeof key === 'string' ? key.slice(0, 200) : null,
            request,
            reply,
          } as never),
        );
      },
    });
  };
}
