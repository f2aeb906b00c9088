import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { giveOrder } from './audience-api.ts';
import { audiencePage } from './audience-page.ts';
import { audienceScripts } from './audience-script.ts';
import type { AudienceStore } from './audience-store.ts';

type Form = { Body: URLSearchParams | null };

/** A number of a form between two bounds; undefined when nothing is typed. */
function numberOf(form: URLSearchParams | null, name: string, min: number, max: number): number | undefined {
  const typed = form?.get(name)?.trim();
  if (!typed) return undefined;
  const value = Number(typed);
  if (!(value >= min && value <= max))
    throw new Problem('invalid', { message: `Type a number between ${min} and ${max}.` });
  return value;
}

/** The vendor's page for people, under /audience. */
export function registerAudiencePages(app: FastifyInstance, store: AudienceStore): void {
  app.get('/audience', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        audiencePage({
          tokens: store.tokens,
          reports: store.reports(),
          rules: store.scripts.rules,
          calls: store.calls,
        }),
      ),
  );

  app.post<Form>('/audience/order', { preHandler: fromHere }, async ({ body }, reply) => {
    const account = body?.get('account')?.trim() ?? '';
    const script = audienceScripts.find((one) => one === body?.get('script'));
    const times = numberOf(body, 'times', 1, 1000);
    const minutes = numberOf(body, 'minutes', 1, 10_000);
    if (!account || account.length > 100 || !script)
      throw new Problem('invalid', { message: 'Name an account and what happens.' });
    await giveOrder(store, {
      account,
      script,
      ...(times === undefined ? {} : { times }),
      ...(minutes === undefined ? {} : { minutes }),
    });
    return reply.redirect('/audience', 303);
  });

  app.post<Form>('/audience/remove', { preHandler: fromHere }, async ({ body }, reply) => {
    store.scripts.remove(body?.get('account') ?? '');
    await store.save();
    return reply.redirect('/audience', 303);
  });

  app.post<Form>('/audience/tokens', { preHandler: fromHere }, async ({ body }, reply) => {
    store.setTokens(numberOf(body, 'tokens', 0, 1_000_000) ?? 0);
    await store.save();
    return reply.redirect('/audience', 303);
  });
}
