import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How often incoming requests are checked, in milliseconds. */
const POLL_MS = 250;

export interface BodyPace {
  /** Maximum time for a body other than a file. */
  bodyMs: number;
  /** Minimum rate of a file, averaged over `bodyMs`. */
  bytesPerSecond: number;
  /** Returns whether a request's body is a file. */
  isFile(request: FastifyRequest): boolean;
}

interface Incoming {
  raw: IncomingMessage;
  response: ServerResponse;
  isFile: boolean;
  /** When it was last measured, and the connection's bytes at that time. */
  since: number;
  bytes: number;
}

/**
 * Ends requests with a slow body with 408. A file may take long as long as it keeps coming; other bodies must arrive
 * within `bodyMs`.
 */
export function endSlowBodies(server: FastifyInstance, pace: BodyPace): void {
  const { bodyMs, bytesPerSecond } = pace;
  const incoming = new Map<IncomingMessage, Incoming>();

  server.addHook('onRequest', (request, { raw: response }, next) => {
    const { raw } = request;
    if (hasBody(raw) && !raw.complete) {
      const isFile = pace.isFile(request);
      incoming.set(raw, { raw, response, isFile, since: performance.now(), bytes: raw.socket.bytesRead });
    }
    next();
  });

  // What is kept here lives until the next look, with everything that belongs to the request.
  server.addHook('preValidation', ({ raw }, _reply, next) => {
    if (raw.complete) incoming.delete(raw);
    next();
  });

  const looking = setInterval(() => {
    const now = performance.now();
    for (const one of incoming.values()) {
      const { raw, isFile } = one;
      if (raw.complete || raw.destroyed) incoming.delete(raw);
      // Received but unread data waits for us, not for the sender.
      else if (raw.isPaused() && raw.readableLength > 0) Object.assign(one, { since: now });
      else if (now - one.since >= bodyMs) {
        const received = raw.socket.bytesRead - one.bytes;
        if (isFile && received >= (bytesPerSecond * (now - one.since)) / 1000)
          Object.assign(one, { since: now, bytes: raw.socket.bytesRead });
        else {
          incoming.delete(raw);
          refuse(one);
        }
      }
    }
  }, POLL_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(looking);
    done();
  });
}

/** Node reports a request as complete only after its hooks, even without a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Responds like Node's own timeouts and closes the connection. */
function refuse({ raw, response }: Incoming): void {
  if (!response.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  raw.socket.destroySoon();
}
