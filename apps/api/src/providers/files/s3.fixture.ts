import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '@troupe/domain/html-text';

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`;

/** A minimal S3 server: put, get a range, delete one or many, list. */
export async function startBucketServer() {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  let failures = 0;

  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://bucket');
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    if (!/^AWS4-HMAC-SHA256 Credential=test-key\//.test(request.headers.authorization ?? '')) {
      refuse(reply, 403, 'AccessDenied');
      return;
    }
    if (failures > 0) {
      failures--;
      return refuse(reply, 503, 'SlowDown');
    }
    answer(request, reply, url, Buffer.concat(chunks));
  });

  function answer(request: IncomingMessage, reply: ServerResponse, url: URL, body: Buffer): void {
    const key = decodeURIComponent(url.pathname.replace(/^\/[^/]+\/?/, ''));
    if (request.method === 'PUT') {
      objects.set(key, body);
      reply.writeHead(200, { etag: '"1"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      reply.writeHead(204).end();
    } else if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(name);
      reply.writeHead(200, { 'content-type': 'application/xml' }).end(xml('<DeleteResult></DeleteResult>'));
    } else if (url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const found = [...objects.keys()].filter((name) => name.startsWith(prefix)).slice(0, 1000);
      const contents = found.map((name) => `<Contents><Key>${escapeHtml(name)}</Key></Contents>`).join('');
      reply
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(xml(`<ListBucketResult>${contents}</ListBucketResult>`));
    } else get(request, reply, objects.get(key));
  }

  function get(request: IncomingMessage, reply: ServerResponse, object: Buffer | undefined): void {
    if (!object) {
      refuse(reply, 404, 'NoSuchKey');
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) {
      reply.writeHead(200, { 'content-length': object.length }).end(object);
      return;
    }
    const part = object.subarray(Number(from), to ? Number(to) + 1 : undefined);
    reply.writeHead(206, { 'content-length': part.length }).end(part);
  }

  function refuse(reply: ServerResponse, status: number, code: string): void {
    reply
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    asked,
    /** Makes the next requests return 503. */
    fail(times: number) {
      failures = times;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
