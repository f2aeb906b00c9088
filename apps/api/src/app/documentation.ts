import { apiKeyScopeOf } from '@troupe/contract/account/api-key-access';
import type { Call } from '@troupe/contract/call';
import { calls } from '@troupe/contract/calls';
import { accessSentence, failureCodes, openApiDocument, schemaOf } from '@troupe/contract/openapi';
import { escapeHtml } from '@troupe/domain/html-text';
import { problems } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';

/** Creates the text on first use: it takes longer than the rest of the startup. */
function lazy(make: () => string): () => string {
  let made: string | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const document = lazy(() => JSON.stringify(openApiDocument(calls)));
const page = lazy(() => documentationPage(calls));

/** Serves `/openapi.json` and the human-readable `/docs`, both generated once from the contract. */
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

/** Renders a page with every call: access, input, response and errors. */
function documentationPage(calls: readonly Call[]): string {
  const nouns = [...new Set(calls.map(({ noun }) => noun))];
  const index = nouns
    .map((noun) => {
      const entries = calls
        .filter((call) => call.noun === noun)
        .map((call) => `<li><a href="#${call.name}">${escapeHtml(`${call.method} ${call.path}`)}</a></li>`);
      return `<h2 class="small">${escapeHtml(noun)}</h2><ul>${entries.join('')}</ul>`;
    })
    .join('');
  const sections = nouns
    .map(
      (noun) =>
        `<section><h2>${escapeHtml(noun)}</h2>${calls
          .filter((call) => call.noun === noun)
          .map(callArticle)
          .join('')}</section>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Troupe API</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<nav aria-label="Calls">${index}</nav>
<main>
<h1>Troupe API</h1>
<p>The dashboard uses these calls for everything it does. Authenticate with a bearer token from the login host; on
your own machine, <code>npm run token -- EMAIL</code> prints one. Apps use an API key instead
(<code>Authorization: Bearer troupe_...</code>), which owners create under Account. Machine-readable version:
<a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Agents use the same calls as tools of the Model Context
Protocol at <code>/mcp</code>, with an API key.</p>
<pre>curl -H "Authorization: Bearer $(npm run token -- owner@troupe.test)" http://localhost:4000/me</pre>
<p>Errors return a status and <code>{ "code", "message" }</code>; code <code>invalid</code> (422) adds
<code>fields</code>. Times are ISO 8601 in UTC, IDs are UUIDs, pages start at 1 and have 24 entries.</p>
${sections}
</main>
</body>
</html>`;
}

function callArticle(call: Call): string {
  const parts = [
    schemaBlock('Path parameters', call.params, 'input'),
    schemaBlock('Query parameters', call.query, 'input'),
    call.multipart
      ? '<h4>Request body</h4><p>A file as multipart/form-data, field <code>file</code>.</p>'
      : schemaBlock('Request body', call.body, 'input'),
    call.file
      ? `<h4>Response</h4><p>A file, <code>${escapeHtml(call.file)}</code>.</p>`
      : schemaBlock('Response', call.output, 'output'),
    `<h4>Errors</h4><ul>${[...failureCodes(call)]
      .toSorted((one, other) => problems[one].status - problems[other].status)
      .map(
        (code) =>
          `<li><code>${problems[code].status} ${code}</code> ${escapeHtml(problems[code].message)}</li>`,
      )
      .join('')}</ul>`,
  ];
  return `<article id="${call.name}"><h3><code>${call.method}</code> ${escapeHtml(call.path)}</h3>
<p>${escapeHtml([call.summary, call.effect].filter(Boolean).join(' '))}</p><p class="access">${escapeHtml(accessSentence(call.access))}${keySentence(call)}</p>${parts.join('')}</article>`;
}

function keySentence(call: Call): string {
  const scope = apiKeyScopeOf(call);
  return scope ? ` API keys: ${scope}.` : '';
}

function schemaBlock(title: string, shape: Call['params'], io: 'input' | 'output'): string {
  const schema = schemaOf(shape, io) as { properties?: object };
  if (!schema.properties || Object.keys(schema.properties).length === 0) return '';
  const text = escapeHtml(JSON.stringify(schema.properties, null, 2));
  return `<details><summary>${title}</summary><pre tabindex="0">${text}</pre></details>`;
}

const DOCUMENTATION_STYLE = `
:root { color-scheme: light dark; --canvas: #f6f5f2; --surface: #fff; --ink: #1d1b23; --ink2: #54515b; --line: #e7e5e0; --link: #4338ca; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #121215; --surface: #19191d; --ink: #eeedf1; --ink2: #b3b1bb; --line: #2a2a30; --link: #aaa6ff; }
}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 300px 1fr; background: var(--canvas); color: var(--ink); font: 14px/20px Inter, system-ui, sans-serif; }
nav { padding: 24px 16px; font-size: 12px; line-height: 20px; position: sticky; top: 0; height: 100vh; overflow: auto; }
nav ul { list-style: none; margin: 0 0 12px; padding: 0; }
main { background: var(--surface); border-left: 1px solid var(--line); padding: 24px; min-width: 0; max-width: 920px; }
h1 { font-size: 28px; line-height: 36px; margin: 0 0 12px; }
h2 { font-size: 20px; line-height: 28px; margin: 32px 0 8px; }
h2.small { font-size: 12px; line-height: 16px; margin: 0 0 4px; color: var(--ink2); }
h3 { font-size: 16px; line-height: 24px; margin: 20px 0 4px; overflow-wrap: anywhere; }
h4 { font-size: 14px; margin: 8px 0 4px; }
p { margin: 4px 0 8px; }
.access { color: var(--ink2); }
a { color: var(--link); }
article { border-top: 1px solid var(--line); }
pre { background: var(--canvas); padding: 12px; border-radius: 8px; overflow: auto; font-size: 12px; line-height: 16px; }
summary { cursor: pointer; padding: 4px 0; }
@media (max-width: 767px) { body { display: block; } nav { position: static; height: auto; } main { padding: 16px; } }
`;
