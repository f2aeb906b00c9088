import type { FastifyInstance } from 'fastify';
import { type Form, numberOf, refuse, wholeOf } from '../page/form.ts';
import { fromHere } from '../page/from-here.ts';
import { sendPage } from '../page/layout.ts';
import { giveOrder } from './audience-api.ts';
import { audiencePage } from './audience-page.ts';
import { audienceScripts } from './audience-script.ts';
import type { AudienceStore } from './audience-store.ts';

/** The vendor's page for people, under /audience. */
export function registerAudiencePages(app: FastifyInstance, store: AudienceStore): void {
  app.get('/audience', (_request, reply) =>
    sendPage(
      reply,
      audiencePage({
        tokens: store.tokens,
        reports: store.reports(),
        rules: store.scripts.rules,
        calls: store.calls,
      }),
    ),
  );

  app.post<{ Body: Form }>('/audience/order', { preHandler: fromHere }, async ({ body }, reply) => {
    const account = body?.get('account')?.trim() ?? '';
    const script = audienceScripts.find((one) => one === body?.get('script'));
    const times = wholeOf(body, 'times', 1, 1000);
    const minutes = numberOf(body, 'minutes', 1, 10_000);
    if (!account || account.length > 100 || !script) throw refuse('Name an account and what happens.');
    await giveOrder(store, {
      account,
      script,
      ...(times !== null && { times }),
      ...(minutes !== null && { minutes }),
    });
    return reply.redirect('/audience', 303);
  });

  app.post<{ Body: Form }>('/audience/remove', { preHandler: fromHere }, async ({ body }, reply) => {
    store.scripts.remove(body?.get('account') ?? '');
    await store.save();
    return reply.redirect('/audience', 303);
  });

  app.post<{ Body: Form }>('/audience/tokens', { preHandler: fromHere }, async ({ body }, reply) => {
    store.setTokens(numberOf(body, 'tokens', 0, 1_000_000) ?? 0);
    await store.save();
    return reply.redirect('/audience', 303);
  });
}
