import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin, tokenOf } from './support/login.ts';
import { expect, test } from './support/test.ts';

interface Words {
  messages: { text: string; kind: string }[];
}

test.describe('the inbox', () => {
  test.use({ as: 'owner' });

  test('[R1.021] [R2.045] [R2.047] what the brand writes reaches the creator, the answer appears without reload, and a draft outlives a reload', async ({
    page,
    open,
    browser,
  }) => {
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const portal = await context.newPage();
    await portal.goto(`${hosts.portal}/login`);
    await fillLogin(portal, people.creator, PASSWORD);
    await portal.waitForURL((url) => url.origin === hosts.portal && url.pathname === '/');
    const headers = { authorization: `Bearer ${await tokenOf(portal)}` };
    await context.close();
    const mine = await page.request.get(`${hosts.api}/creator/opt-ins`, { headers });
    const { optIns } = (await mine.json()) as { optIns: { id: string; campaignId: string }[] };

    await open('/inbox');
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible();
    const api = await apiOf(page);
    const { conversations } = await api.get<{ conversations: { optInId: string; campaignId: string }[] }>(
      `${api.brand}/inbox`,
    );
    const known = new Set(conversations.map(({ optInId }) => optInId));
    const one = optIns.find(({ id }) => known.has(id));
    if (!one) throw new Error('The demo creator has no conversation with the brand.');
    const own = `${hosts.api}/creator/opt-ins/${one.id}/messages`;
    const mark = crypto.randomUUID().slice(0, 8);

    const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('link');
    await rows.first().press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      page
        .getByRole('region', { name: /^Conversation with/ })
        .locator('h2')
        .first(),
    ).toBeFocused();

    await open(`/inbox/${one.campaignId}/chat/${one.id}`);
    const field = page.getByRole('textbox', { name: /^Message to/ });
    const log = page.getByRole('log');
    await field.fill(`Which day suits you? ${mark}`);
    const route = /\/inbox\/[^/]+\/messages$/;
    await page.route(route, (request) =>
      request.request().method() === 'POST' ? request.abort() : request.fallback(),
    );
    await field.press('Control+Enter');
    await expect(log.getByText(/^Not sent/)).toBeVisible();
    await page.unroute(route);
    await log.getByRole('button', { name: 'Retry' }).click();
    const received = async () => {
      const { messages } = (await (await page.request.get(own, { headers })).json()) as Words;
      return messages.filter(({ text }) => text.includes(mark)).length;
    };
    await expect.poll(received).toBe(1);
    await expect(log.getByText(/^Not sent/)).toHaveCount(0);
    await expect(log.getByText(mark)).toHaveCount(1);

    await field.fill('Half a thought');
    const sent = await page.request.post(own, {
      headers,
      data: { clientId: crypto.randomUUID(), text: `Thursday is fine. ${mark}`, attachments: [] },
    });
    expect(sent.ok()).toBe(true);
    await expect(log.getByText(`Thursday is fine. ${mark}`)).toBeVisible();
    await expect(field).toHaveValue('Half a thought');
    await page.reload();
    await expect(field).toHaveValue('Half a thought');
    await field.fill('');

    await page.getByRole('radio', { name: 'Note' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Note for the team' }).fill(`Ask about the parcel ${mark}`);
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(log.getByText(`Ask about the parcel ${mark}`)).toBeVisible();
    const after = (await (await page.request.get(own, { headers })).json()) as Words;
    expect(after.messages.some(({ text }) => text.startsWith('Ask about the parcel'))).toBe(false);
  });
});
