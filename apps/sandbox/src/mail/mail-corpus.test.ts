import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import type { MailDetail, MailSummary } from './mail-store.ts';

const root = resolve(process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared'));
const folder = join(root, 'data/email/eml');
const there = existsSync(folder);
let at: TestSandbox;

beforeAll(async () => {
  at = await startTestSandbox();
  if (!there) console.log(`Skipping real emails: ${folder} does not exist.`);
});
afterAll(() => at.close());

test('real emails, including broken ones, are stored unchanged and can be opened', async () => {
  let sent = 0;
  for (const kind of there ? await readdir(folder) : []) {
    for (const name of await readdir(join(folder, kind))) {
      const raw = await readFile(join(folder, kind, name));
      const answer = await at.send({ envelope: { from: 'a@a.test', to: `${kind}@a.test` }, raw });
      sent++;
      const id = /kept as (\S+)/.exec(answer)?.[1];
      const mail = await at.json<MailDetail>(`/api/mail/${id}`);
      expect(mail.unreadable, name).toBeNull();
      expect((await at.get(`/mail/${id}`)).status, name).toBe(200);
      const kept = Buffer.from(await (await at.get(`/mail/${id}/raw`)).arrayBuffer());
      expect(kept.toString('latin1').replace(/\s+/g, ''), name).toBe(
        raw.toString('latin1').replace(/\s+/g, ''),
      );
    }
  }
  const { total } = await at.json<{ mails: MailSummary[]; total: number }>('/api/mail');
  expect(total).toBe(sent);
});
