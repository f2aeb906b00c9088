import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, type Control, registerControl, text } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { dnsStates, dnsTypes, type NewDnsRecord, readPasted } from './dns-record.ts';
import type { SeenLookup } from './dns-server.ts';
import type { DnsChange, DnsZone } from './dns-zone.ts';

const minutes = { type: 'number', minimum: 0, maximum: 100_000 };
const name = { type: 'string', minLength: 1, maxLength: 255 };
const change = { state: { enum: [...dnsStates] }, goneIn: minutes };

/** The records of the name server for programs, below /api/dns, and its page. */
export async function registerDns(
  app: FastifyInstance,
  options: { zone: DnsZone; faults: Faults; lookups: SeenLookup[]; address: () => string },
): Promise<void> {
  const { zone, faults, lookups, address } = options;
  const state = () => ({ address: address(), records: zone.list(), lookups: lookups.toReversed() });

  const panel: Control = {
    provider: 'dns',
    prefix: '/api/dns',
    path: '/dns',
    title: 'DNS',
    intro: () => html`A name server at <code>${address()}</code>, on UDP and TCP.`,
    faults,
    state,
  };
  await registerControl(app, panel, (on) => {
    const priority = { type: 'integer', minimum: 0, maximum: 65_535 };
    const value = { type: 'string', minLength: 1, maxLength: 4000 };
    const record = { name, type: { enum: [...dnsTypes] }, value, priority, ...change };
    on<NewDnsRecord & DnsChange>(
      'POST',
      '/records',
      bodyOf(record, ['name', 'type', 'value']),
      async (input, reply) => {
        reply.code(201);
        const [added] = await zone.add([input]);
        return { record: added && (await zone.change(added.id, input)) };
      },
    );
    on<DnsChange & { id: string }>('PUT', '/records/:id', bodyOf(change), async ({ id, ...input }) => ({
      record: await zone.change(id, input),
    }));
    on<{ id: string }>('DELETE', '/records/:id', {}, ({ id }) => zone.remove(id));
    const querystring = { type: 'object', required: ['domain'], properties: { domain: name } };
    on<{ domain: string }>('DELETE', '/records', { schema: { querystring } }, async ({ domain }) => ({
      removed: await zone.clear(domain),
    }));
    on<{ text: string }>('POST', '/zone', bodyOf({ text: text(100_000) }, ['text']), async (input, reply) => {
      reply.code(201);
      const records = readPasted(input.text);
      if (records.length === 0) throw new Problem('invalid', { message: 'There is no record here.' });
      return { records: await zone.add(records) };
    });
  });
}
