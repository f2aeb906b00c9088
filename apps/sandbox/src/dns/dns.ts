import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, registerControl, registerPanel, text } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { dnsStates, dnsTypes, type NewDnsRecord, readPasted } from './dns-record.ts';
import type { SeenLookup } from './dns-server.ts';
import type { DnsChange, DnsZone } from './dns-zone.ts';

const minutes = { type: 'number', minimum: 0, maximum: 100_000 };
const name = { type: 'string', minLength: 1, maxLength: 255 };
const change = { state: { enum: [...dnsStates] }, goneIn: minutes };

type ById = { Params: { id: string } };

/** The records of the name server for programs, below /api/dns, and its page. */
export async function registerDns(
  app: FastifyInstance,
  options: { zone: DnsZone; faults: Faults; lookups: SeenLookup[]; address: () => string },
): Promise<void> {
  const { zone, faults, lookups, address } = options;
  const state = () => ({ address: address(), records: zone.list(), lookups: lookups.toReversed() });

  await registerControl(
    app,
    '/api/dns',
    async () => {},
    (scope) => {
      scope.get('/', async () => state());
      scope.post<{ Body: NewDnsRecord & DnsChange }>(
        '/records',
        bodyOf(
          {
            name,
            type: { enum: [...dnsTypes] },
            value: { type: 'string', minLength: 1, maxLength: 4000 },
            priority: { type: 'integer', minimum: 0, maximum: 65_535 },
            ...change,
          },
          ['name', 'type', 'value'],
        ),
        async ({ body: { state, goneIn, ...record } }, reply) => {
          const [added] = await zone.add([record]);
          reply.code(201);
          return { record: added && (await zone.change(added.id, { state, goneIn })) };
        },
      );
      scope.put<ById & { Body: DnsChange }>('/records/:id', bodyOf(change), async ({ params, body }) => ({
        record: await zone.change(params.id, body ?? {}),
      }));
      scope.delete<ById>('/records/:id', async ({ params }) => {
        await zone.remove(params.id);
        return { removed: 1 };
      });
      scope.delete<{ Querystring: { domain: string } }>(
        '/records',
        { schema: { querystring: { type: 'object', required: ['domain'], properties: { domain: name } } } },
        async ({ query }) => ({ removed: await zone.clear(query.domain) }),
      );
      scope.post<{ Body: { text: string } }>(
        '/zone',
        bodyOf({ text: text(100_000) }, ['text']),
        async ({ body }, reply) => {
          const records = readPasted(body.text);
          if (records.length === 0) throw new Problem('invalid', { message: 'There is no record here.' });
          reply.code(201);
          return { records: await zone.add(records) };
        },
      );
    },
  );

  registerPanel(app, faults, {
    provider: 'dns',
    path: '/dns',
    prefix: '/api/dns',
    title: 'DNS',
    intro: () => html`A name server at <code>${address()}</code>, on UDP and TCP.`,
    actions: [
      {
        label: 'Add record',
        path: '/records',
        fields: { name: 'mail.acme.test', type: dnsTypes, value: 'Value', priority: 'For MX' },
      },
      {
        label: 'Add lines of a zone file',
        path: '/zone',
        fields: { text: '\nmail.acme.test TXT v=spf1 include:_spf.troupe.test ~all' },
      },
      {
        label: 'Remove domain',
        method: 'DELETE',
        path: '/records?domain={domain}',
        fields: { domain: 'acme.test' },
      },
    ],
    tables: () => [
      {
        title: 'Records',
        rows: zone.list(),
        columns: ['name', 'type', 'value', 'state', 'until'],
        actions: [
          {
            label: 'Change',
            method: 'PUT',
            path: '/records/{id}',
            fields: { state: dnsStates, goneIn: 'Minutes' },
          },
          { label: 'Remove', method: 'DELETE', path: '/records/{id}' },
        ],
      },
      { title: 'Last lookups', rows: lookups.toReversed() },
    ],
  });
}
