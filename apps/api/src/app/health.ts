import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** `/healthz`: the process runs. `/readyz`: it can also reach its database. */
export function healthRoutes(server: FastifyInstance, pool: pg.Pool): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1');
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });
}
