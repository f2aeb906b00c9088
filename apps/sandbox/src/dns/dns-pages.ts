import type { FastifyInstance } from 'fastify';
import { choiceOf, type Form, numberOf, refuse, wholeOf } from '../page/form.ts';
import { fromHere } from '../page/from-here.ts';
import { sendPage } from '../page/layout.ts';
import { type DnsOrders, dnsFailures } from './dns-orders.ts';
import { dnsPage, dnsRecordPage } from './dns-page.ts';
import { readPasted } from './dns-paste.ts';
import { dnsStates, dnsTypes } from './dns-record.ts';
import type { DnsZone } from './dns-zone.ts';

/** The name server's page for people, under /dns. */
export function registerDnsPages(
  app: FastifyInstance,
  zone: DnsZone,
  orders: DnsOrders,
  address: () => string,
): void {
  const change = (path: string, work: (form: Form) => Promise<unknown>) =>
    app.post<{ Body: Form }>(path, { preHandler: fromHere }, async ({ body }, reply) => {
      await work(body);
      return reply.redirect('/dns', 303);
    });

  app.get('/dns', (_request, reply) =>
    sendPage(
      reply,
      dnsPage({
        address: address(),
        records: zone.list(),
        orders: orders.list(),
        lookUps: orders.seen(),
        now: new Date(),
      }),
    ),
  );

  app.get<{ Params: { id: string } }>('/dns/:id', (request, reply) =>
    sendPage(reply, dnsRecordPage(zone.get(request.params.id), new Date())),
  );

  change('/dns/add', (form) =>
    zone.add([
      {
        name: form?.get('name') ?? '',
        type: choiceOf(form, 'type', dnsTypes),
        value: form?.get('value') ?? '',
        priority: wholeOf(form, 'priority', 0, 65_535) ?? undefined,
      },
    ]),
  );

  change('/dns/paste', async (form) => {
    const records = readPasted(form?.get('text') ?? '');
    if (records.length === 0) throw refuse('There is no record in what was pasted.');
    await zone.add(records);
  });

  change('/dns/change', async (form) => {
    const id = form?.get('id') ?? '';
    const chosen = choiceOf(form, 'state', [...dnsStates, 'appears', 'gone']);
    if (chosen !== 'appears' && chosen !== 'gone') return zone.change(id, { state: chosen });
    const minutes = numberOf(form, 'minutes', 0, 100_000);
    if (minutes === null) throw refuse('Type after how many minutes.');
    return zone.change(id, {
      state: 'present',
      ...(chosen === 'appears' ? { appearsIn: minutes } : { goneIn: minutes }),
    });
  });

  change('/dns/remove', (form) => zone.remove(form?.get('id') ?? ''));

  change('/dns/orders', async (form) =>
    orders.set({
      name: form?.get('name') ?? '',
      failure: choiceOf(form, 'failure', dnsFailures),
      times: wholeOf(form, 'times', 1, 1000),
    }),
  );

  change('/dns/orders/remove', async (form) => orders.remove(form?.get('name') ?? ''));
}
