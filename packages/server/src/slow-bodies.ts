import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How often requests that are coming in are looked at, in milliseconds. */
const LOOK_EVERY_MS = 250;

export interface BodyPace {
  /** How long a body may take that is no file. */
  bodyMs: number;
  /** A file must keep coming in at this rate, averaged over `bodyMs`. */
  bytesPerSecond: number;
  /** Whether the body of a request is a file. */
  isFile(request: FastifyRequest): boolean;
}

interface Incoming {
  raw: IncomingMessage;
  response: ServerResponse;
  isFile: boolean;
  /** When it was last measured, and how many bytes the connection had carried by then. */
  since: number;
  bytes: number;
}

/**
 * Ends requests whose body comes in too slowly, with 408. A file over a slow line may take long as long as it keeps
 * coming; anything else must be here within `bodyMs`.
 */
export function endSlowBodies(server: FastifyInstance, pace: BodyPace): void {
  const { bodyMs, bytesPerSecond } = pace;
  const incoming = new Map<IncomingMessage, Incoming>();

  server.addHook('onRequest', (request, { raw: response }, next) => {
    const { raw } = request;
    if (!raw.complete) {
      const isFile = pace.isFile(request);
      incoming.set(raw, { raw, response, isFile, since: performance.now(), bytes: raw.socket.bytesRead });
    }
    next();
  });

  const looking = setInterval(() => {
    const now = performance.now();
    for (const one of incoming.values()) {
      const { raw, isFile } = one;
      if (raw.complete || raw.destroyed) incoming.delete(raw);
      // What is here and not read yet waits for us, not for the sender.
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
  }, LOOK_EVERY_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(looking);
    done();
  });
}

/** As Node answers when its own time limits pass: nothing more can be agreed on over this connection. */
function refuse({ raw, response }: Incoming): void {
  if (!response.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  raw.socket.destroySoon();
}
