import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../report.ts';
import type { MailboxWorld } from './world.ts';

/** Mailboxes that a test email is sent to. */
const TESTED = 10;
/** Emails in each of them. */
const OTHERS = 1000;
const WAIT_MS = 5 * 60_000;

interface Health {
  placement: { results: { folder: string | null }[] } | null;
}

/** Measures an inbox placement check: from the request until all results are known. Every third is spam. */
export async function measurePlacement(world: MailboxWorld, say: (text: string) => void): Promise<Row> {
  const { client, database, sandbox } = world;
  const [brandId = ''] = world.brandIds;
  const body = (content: object) => ({
    type: 'application/json',
    content: Buffer.from(JSON.stringify(content)),
  });
  await database.query('delete from email_domain where brand_id = $1', [brandId]);
  await client.send(
    `/brand/${brandId}/email-domain`,
    'POST',
    body({
      domain: 'mail.bench.example',
      fromName: 'Bench',
      fromAddress: 'hello@mail.bench.example',
      dailyCap: 1000,
      spacingSeconds: 0.1,
    }),
  );
  await database.query(
    `update email_domain set status = 'verified', checked_at = now() where brand_id = $1`,
    [brandId],
  );
  say('inbox placement');
  for (let n = 0; n < TESTED; n++) {
    const account = `/api/mailboxes/accounts/box${n}@brand.example`;
    await sandbox.control('POST', `${account}/messages`, { from: 'news@shop.example', copies: OTHERS });
    await sandbox.control('PUT', `${account}/spam`, { on: n % 3 === 0 });
  }
  const startedAt = performance.now();
  await client.send(`/brand/${brandId}/email-domain/test-mail`, 'POST', body({}));
  for (;;) {
    const health = JSON.parse(await client.send(`/brand/${brandId}/email-domain/health`)) as {
      health: Health | null;
    };
    const results = health.health?.placement?.results ?? [];
    const seconds = (performance.now() - startedAt) / 1000;
    if (results.length === TESTED && results.every(({ folder }) => folder !== null)) {
      const spam = results.filter(({ folder }) => folder === 'spam').length;
      const inbox = results.filter(({ folder }) => folder === 'inbox').length;
      return {
        what: `inbox placement of a test email to ${TESTED} mailboxes with ${OTHERS.toLocaleString('en-US')} emails, until all are known`,
        measured: `${seconds.toFixed(1)} s (${inbox} in the inbox, ${spam} in spam)`,
        target: 'under 60 s, 6 and 4',
        ok: seconds < 60 && inbox === 6 && spam === 4,
      };
    }
    if (seconds * 1000 > WAIT_MS) throw new Error(`Placement isn't known: ${JSON.stringify(results)}`);
    await sleep(100);
  }
}
