import type { FastifyInstance } from 'fastify';
import { openPool } from './pool.ts';

/**
 * Adds `/healthz` (the process runs) and `/readyz` (its database is reachable). The database check uses a separate
 * connection, so that neither waits behind load.
 */
export function healthRoutes(
  server: FastifyInstance,
  databaseUrl: string,
  pooled = false,
): { stop(): Promise<void> } {
  const pool = openPool(databaseUrl, 1, {
    name: 'troupe-health',
    pooled,
    limits: { waitMs: 1000, maxWaiting: 100, statementMs: 1000 },
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1');
      return { status: 'ok' };
    } catch {
      return reply.code(503).header('retry-after', 2).send({ status: 'database unreachable' });
    }
  });
  return { stop: () => pool.end() };
}

/** Returns whether a URL is a health check, which monitoring calls under any host name. */
export const isHealthCheck = (url: string): boolean => /^\/(healthz|readyz)\/?(\?|$)/.test(url);
