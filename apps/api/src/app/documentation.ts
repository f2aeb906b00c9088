import { calls } from '@troupe/contract/calls';
import { openApiDocument } from '@troupe/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { DOCUMENTATION_STYLE, documentationPage } from './documentation-page.ts';

/** Made when it is first asked for: it takes longer than all else at a start. */
function onceAsked(make: () => string): () => string {
  let made: string | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const document = onceAsked(() => JSON.stringify(openApiDocument(calls)));
const page = onceAsked(() => documentationPage(calls));

/** `/openapi.json` for programs, `/docs` for people; both made from the contract once. */
export function documentationRoutes(server: FastifyInstance): void {
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(document()),
  );
  server.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      )
      .send(page()),
  );
  server.get('/docs/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(DOCUMENTATION_STYLE),
  );
}
