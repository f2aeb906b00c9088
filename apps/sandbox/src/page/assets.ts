import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { logo } from './layout.ts';

const fontFile = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

/** Style, script, font and icon of the pages, read once. */
export async function registerAssets(app: FastifyInstance): Promise<void> {
  const near = (name: string) => readFile(new URL(name, import.meta.url));
  const icon = logo.markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  const assets: [string, string, Buffer, string][] = [
    ['page.css', 'text/css; charset=utf-8', await near('page.css'), 'no-cache'],
    ['page.js', 'text/javascript; charset=utf-8', await near('page.js'), 'no-cache'],
    ['icon.svg', 'image/svg+xml', Buffer.from(icon), 'public, max-age=86400'],
    ['inter.woff2', 'font/woff2', await readFile(fontFile), 'public, max-age=604800'],
  ];
  for (const [name, type, content, caching] of assets) {
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    app.get(`/assets/${name}`, (request, reply) => {
      reply.header('etag', etag).header('cache-control', caching);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(type).send(content);
    });
  }
}
