import { listenToBrand } from '@troupe/contract/inbox/conversation';
import { listenAsCreator } from '@troupe/contract/inbox/own-conversation';
import { problem } from '@troupe/domain/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenVerifier } from '../../platform/access/token.ts';
import type { Api, Caller } from '../../platform/api.ts';
import type { Listener } from '../../platform/listen.ts';
import { LiveHub } from '../../platform/live/live-hub.ts';
import { findActing } from '../account/acting/acting.queries.ts';
import { readUser } from '../account/brand/brand-member.queries.ts';
import { isMember } from './conversation/conversation-change.queries.ts';

/** Registers the live event streams of brands and creators. Returns how to end all streams. */
export function liveEvents(api: Api, listener: Listener, tokens: TokenVerifier): { stop(): void } {
  const { config, db, pool, log, clock, implement } = api;
  const hub = new LiveHub(pool, listener, log);
  let stopped = false;

  interface StreamRequest {
    caller: Caller;
    query: { lastEventId?: string | undefined };
    request: FastifyRequest;
    reply: FastifyReply;
  }

  async function open(
    { caller, query, request, reply }: StreamRequest,
    audiences: string[],
    allowed: () => Promise<boolean>,
  ) {
    if (stopped || hub.size >= config.MAX_STREAMS) throw problem('unavailable');
    if (hub.sizeOf(caller.userId) >= config.STREAMS_PER_USER)
      throw problem('rate_limited', {
        message: 'Troupe is open in too many tabs. Close a few.',
        retryAfter: 30,
      });
    const header = request.headers['last-event-id'];
    const after = Number(/^\d{1,15}$/.exec(String(header ?? query.lastEventId ?? ''))?.[0] ?? Number.NaN);
    const headers = answerHeaders(reply);
    const bearer = request.headers.authorization?.replace(/^Bearer /i, '') ?? '';
    reply.hijack();
    await hub
      .open(reply.raw, streamHeaders(headers), {
        userId: caller.userId,
        audiences,
        after: Number.isNaN(after) ? null : after,
        until: Math.min(endOfToken(request.headers.authorization), endOfActing(caller)),
        allowed,
        ended: async () => !caller.apiKeyId && (await tokens.hasEnded(bearer)),
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'failed to open an event stream');
        if (reply.raw.headersSent || reply.raw.destroyed) return void reply.raw.destroy();
        const { status, message, code } = problem('unavailable');
        reply.raw
          .writeHead(status, {
            ...headers,
            'content-type': 'application/json; charset=utf-8',
            'retry-after': '2',
          })
          .end(JSON.stringify({ code, message }));
      });
    return reply;
  }

  implement(listenToBrand, async (asked) => {
    const { caller, brandId } = asked;
    const { acting, administrator, userId } = caller;
    // Leave out the member's personal events: they may concern other brands.
    if (acting)
      return open(
        asked,
        [`brand:${brandId}`],
        async () => (await findActing(db, acting.id, acting.by, clock.now())) !== null,
      );
    return open(
      asked,
      [`brand:${brandId}`, `user:${userId}`],
      async () => administrator || isMember(db, brandId, userId),
    );
  });

  implement(listenAsCreator, async (asked) => {
    const { caller } = asked;
    return open(
      asked,
      [`user:${caller.userId}`],
      async () => (await readUser(db, caller.userId, caller.role)) !== null,
    );
  });

  return {
    stop() {
      stopped = true;
      hub.stop();
    },
  };
}

/** Headers of every response. */
function answerHeaders(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = String(value);
  return headers;
}

const streamHeaders = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Stops proxies from buffering events.
  'x-accel-buffering': 'no',
});

const endOfActing = ({ acting }: Caller): number =>
  acting ? Date.parse(acting.until) : Number.POSITIVE_INFINITY;

/** Returns the expiry of an already verified token, in milliseconds. */
function endOfToken(authorization: string | undefined): number {
  const body = authorization?.split('.')[1] ?? '';
  try {
    const { exp } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { exp?: number };
    return exp ? exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
