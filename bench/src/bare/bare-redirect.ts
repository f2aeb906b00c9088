import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

// The baseline for the click host: looks the slug up and redirects with a new id. No verdict, nothing kept.

const destinations = new Map(
  (process.env.SLUGS ?? '').split(',').map((slug) => [slug, `https://bench.myshopify.com/products/${slug}`]),
);

createServer((request, response) => {
  const destination = destinations.get((request.url ?? '').slice('/r/'.length));
  if (!destination) return response.writeHead(404, ['content-length', '0']).end();
  const location = `${destination}?ref=bench&tr=${randomUUID()}&afsrc=1`;
  response
    .writeHead(302, ['cache-control', 'private, no-store', 'location', location, 'content-length', '0'])
    .end();
}).listen(Number(process.env.PORT), '127.0.0.1');
