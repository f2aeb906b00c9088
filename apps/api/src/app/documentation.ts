import { calls } from '@troupe/contract/calls';
import { openApiDocument } from '@troupe/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { DOCUMENTATION_STYLE, documentationPage } from './documentation-page.ts';

/** `/openapi.json` for programs, `/docs` for people; both made from the contract once. */
export function documentationRoutes(server: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument(calls));
  const page = documentationPage(calls);
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(document),
  );
  server.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      )
      .send(page),
  );
  server.get('/docs/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(DOCUMENTATION_STYLE),
  );
}
