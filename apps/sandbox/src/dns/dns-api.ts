import type { FastifyInstance } from 'fastify';
import { type DnsFailure, type DnsOrders, dnsFailures } from './dns-orders.ts';
import { readPasted } from './dns-paste.ts';
import { dnsStates, dnsTypes, type NewDnsRecord } from './dns-record.ts';
import type { DnsChange, DnsZone } from './dns-zone.ts';

const minutes = { type: 'number', minimum: 0, maximum: 100_000 };
const name = { type: 'string', minLength: 1, maxLength: 255 };
const answering = { state: { enum: [...dnsStates] }, appearsIn: minutes, goneIn: minutes };

const recordBody = {
  type: 'object',
  required: ['name', 'type', 'value'],
  properties: {
    name,
    type: { enum: [...dnsTypes] },
    value: { type: 'string', minLength: 1, maxLength: 4000 },
    priority: { type: 'integer', minimum: 0, maximum: 65_535 },
    ...answering,
  },
};

const orderBody = {
  type: 'object',
  required: ['name', 'failure'],
  properties: {
    name,
    failure: { enum: [...dnsFailures] },
    times: { type: 'integer', minimum: 1, maximum: 1000 },
  },
};

type ById = { Params: { id: string } };

/**
 * The name server for programs, under /api/dns:
 * - `GET /api/dns` -> `{ address, records, orders, lookUps }`
 * - `POST /api/dns/records` a record, with `state`, `appearsIn`, `goneIn` (minutes) where it is to be answered otherwise
 * - `PUT /api/dns/records/{id}` the same three
 * - `DELETE /api/dns/records/{id}`, `DELETE /api/dns/records?domain` with everything below it
 * - `POST /api/dns/zone` `{ text }` -> lines of a zone file
 * - `POST /api/dns/orders` `{ name, failure, times? }`, `DELETE /api/dns/orders?name`, see {@link DnsOrders}
 */
export function registerDnsApi(
  app: FastifyInstance,
  zone: DnsZone,
  orders: DnsOrders,
  address: () => string,
): void {
  app.get('/api/dns', async () => ({
    address: address(),
    records: zone.list(),
    orders: orders.list(),
    lookUps: orders.seen(),
  }));

  app.post<{ Body: NewDnsRecord & DnsChange }>(
    '/api/dns/records',
    { schema: { body: recordBody } },
    async ({ body: { state, appearsIn, goneIn, ...record } }, reply) => {
      const [added] = await zone.add([record]);
      reply.code(201);
      return { record: added && (await zone.change(added.id, { state, appearsIn, goneIn })) };
    },
  );

  app.put<ById & { Body: DnsChange }>(
    '/api/dns/records/:id',
    { schema: { body: { type: 'object', properties: answering } } },
    async ({ params, body }) => ({ record: await zone.change(params.id, body) }),
  );

  app.delete<ById>('/api/dns/records/:id', async ({ params }, reply) => {
    await zone.remove(params.id);
    return reply.code(204).send();
  });

  app.delete<{ Querystring: { domain: string } }>(
    '/api/dns/records',
    { schema: { querystring: { type: 'object', required: ['domain'], properties: { domain: name } } } },
    async ({ query }) => ({ removed: await zone.clear(query.domain) }),
  );

  app.post<{ Body: { text: string } }>(
    '/api/dns/zone',
    {
      schema: {
        body: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string', minLength: 1, maxLength: 100_000 } },
        },
      },
    },
    async ({ body }, reply) => {
      reply.code(201);
      return { records: await zone.add(readPasted(body.text)) };
    },
  );

  app.post<{ Body: { name: string; failure: DnsFailure; times?: number } }>(
    '/api/dns/orders',
    { schema: { body: orderBody } },
    async ({ body }) => {
      orders.set({ ...body, times: body.times ?? null });
      return { orders: orders.list() };
    },
  );

  app.delete<{ Querystring: { name?: string } }>('/api/dns/orders', async ({ query }) => {
    orders.remove(query.name);
    return { orders: orders.list() };
  });
}
