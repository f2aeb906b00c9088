import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { type DnsOrders, dnsFailures } from './dns-orders.ts';
import { dnsPage, dnsRecordPage } from './dns-page.ts';
import { readPasted } from './dns-paste.ts';
import { dnsStates, dnsTypes } from './dns-record.ts';
import type { DnsZone } from './dns-zone.ts';

type Form = { Body: URLSearchParams | null };

const refuse = (message: string) => new Problem('invalid', { message });

/** One of the words a form offers. */
function choiceOf<T extends string>(form: URLSearchParams | null, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === form?.get(name));
  if (!found) throw refuse('Choose one of what the form offers.');
  return found;
}

/** A number of a form; undefined when nothing is typed. */
function numberOf(form: URLSearchParams | null, name: string, most: number): number | undefined {
  const typed = form?.get(name)?.trim();
  if (!typed) return undefined;
  const value = Number(typed);
  if (!(value >= 0 && value <= most)) throw refuse(`Type a number between 0 and ${most}.`);
  return value;
}

/** The name server's page for people, under /dns. */
export function registerDnsPages(
  app: FastifyInstance,
  zone: DnsZone,
  orders: DnsOrders,
  address: () => string,
): void {
  const change = (path: string, work: (form: URLSearchParams | null) => Promise<unknown>) =>
    app.post<Form>(path, { preHandler: fromHere }, async ({ body }, reply) => {
      await work(body);
      return reply.redirect('/dns', 303);
    });

  app.get('/dns', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
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
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(dnsRecordPage(zone.get(request.params.id), new Date())),
  );

  change('/dns/add', (form) =>
    zone.add([
      {
        name: form?.get('name') ?? '',
        type: choiceOf(form, 'type', dnsTypes),
        value: form?.get('value') ?? '',
        priority: wholeOf(form, 'priority', 65_535),
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
    const minutes = numberOf(form, 'minutes', 100_000);
    if (minutes === undefined) throw refuse('Type after how many minutes.');
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
      times: wholeOf(form, 'times', 1000) || null,
    }),
  );

  change('/dns/orders/remove', async (form) => orders.remove(form?.get('name') ?? ''));
}

function wholeOf(form: URLSearchParams | null, name: string, most: number): number | undefined {
  const value = numberOf(form, name, most);
  return value === undefined ? undefined : Math.round(value);
}
