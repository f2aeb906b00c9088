import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import { name, needed, number, oneOf, text, whole } from '../platform/calls.ts';
import { registerControl } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import type { Lookups } from './dns-server.ts';
import { type DnsZone, dnsStates, dnsTypes, readPasted } from './dns-zone.ts';

/** The records of the name server for programs, below /api/dns, and its page. */
export async function registerDns(
  app: FastifyInstance,
  {
    zone,
    faults,
    lookups,
    address,
  }: { zone: DnsZone; faults: Faults; lookups: Lookups; address: () => string },
): Promise<void> {
  const intro = () => html`A name server at <code>${address()}</code>, on UDP and TCP.`;
  const state = () => ({ address: address(), records: zone.list(), lookups: lookups.list });
  await registerControl(app, { provider: 'dns', faults, intro, state, save: zone.save }, (on) => {
    const change = { state: oneOf(dnsStates), goneIn: number(100_000) };
    const record = { name: needed(name(255)), type: needed(oneOf(dnsTypes)), value: needed(name(4000)) };
    on('POST', '/records', { ...record, priority: whole(0, 65_535), ...change }, (input, reply) => {
      reply.code(201);
      const [added] = zone.add([input]);
      return { record: added && zone.change(added.id, input) };
    });
    on('PUT', '/records/:id', change, ({ id, ...input }) => ({ record: zone.change(id, input) }));
    on('DELETE', '/records/:id', {}, (input) => zone.remove(input));
    on('DELETE', '/records', { domain: needed(name(255)) }, (input) => zone.remove(input));
    on('POST', '/zone', { text: needed(text(100_000)) }, (input, reply) => {
      reply.code(201);
      const records = readPasted(input.text);
      if (records.length === 0) throw new Problem('invalid', { message: 'There is no record here.' });
      return { records: zone.add(records) };
    });
  });
}
