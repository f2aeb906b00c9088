import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin, tokenOf } from './support/login.ts';
import { emailsTo, replyTo } from './support/mailbox.ts';
import { brandIdOf, nameOf, readyToSend, uninvited, writeTemplate } from './support/outreach.ts';
import { expect, test } from './support/test.ts';

interface Conversation {
  messages: { text: string; kind: string }[];
}

test.describe('the inbox', () => {
  test.use({ as: 'owner' });

  test('opens with the newest conversation, which stays unread until it is used; phones show the list', async ({
    page,
    open,
    expectAccessibleInBoth,
  }) => {
    await open('/campaigns');
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    const api = await apiOf(page);
    type Row = { id: string; unread: number; creator: { fullname: string; username: string } };
    const rows = async () => (await api.get<{ conversations: Row[] }>(`${api.brand}/inbox`)).conversations;
    const nameOf = ({ creator }: Row) => creator.fullname || creator.username;
    const threadOf = (one: Row) => page.getByRole('region', { name: `Conversation with ${nameOf(one)}` });
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/read')) reads.push(request.url());
    });
    let newest: Row | undefined;
    // Messages of other tests arrive while the page opens.
    await expect(async () => {
      [newest] = await rows();
      await open('/inbox');
      await expect(page.getByRole('region', { name: /^Conversation with/ }).getByRole('log')).toBeVisible();
      if (newest) await expect(threadOf(newest)).toBeVisible({ timeout: 1000 });
    }).toPass();
    if (!newest) throw new Error('The brand has no conversations.');
    const { id, unread } = newest;
    const thread = threadOf(newest);
    const unreadNow = async () => (await rows()).find((one) => one.id === id)?.unread;
    await expect(page).toHaveURL(`${hosts.web}/inbox`);
    const row = page
      .getByRole('list', { name: 'Conversations' })
      .getByRole('link')
      .filter({ hasText: nameOf(newest) });
    await expect(row).toHaveAttribute('aria-current', 'page');
    await expectAccessibleInBoth('main');
    expect(reads).toEqual([]);
    expect(await unreadNow()).toBeGreaterThanOrEqual(unread);
    if (unread > 0) {
      await thread.getByRole('log').click();
      await expect.poll(unreadNow).toBe(0);
    }
    // Messages start at the top of a pane that they don't fill; in a smaller one the last message shows.
    const log = thread.getByRole('log');
    const paneOf = () =>
      log.evaluate((pane) => {
        const { top, bottom } = pane.getBoundingClientRect();
        const first = pane.querySelector('.messages-day')?.getBoundingClientRect();
        const last = pane.lastElementChild?.getBoundingClientRect();
        return {
          filled: pane.scrollHeight > pane.clientHeight,
          above: (first?.top ?? 9999) - top,
          below: bottom - (last?.bottom ?? 9999),
        };
      });
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width, height: 4000 });
    await expect.poll(paneOf).toMatchObject({ filled: false });
    expect((await paneOf()).above).toBeLessThan(120);
    await page.setViewportSize({ width, height: 400 });
    await expect.poll(paneOf).toMatchObject({ filled: true });
    await expect.poll(async () => (await paneOf()).below).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width, height });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row).toBeVisible();
    await expect(page.getByRole('region', { name: /^Conversation with/ })).toHaveCount(0);
  });

  test("[R1.021] [R2.045] [R2.047] a brand's message reaches the creator, the reply appears without a reload, and a draft survives a reload", async ({
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
      const { messages } = (await (await page.request.get(own, { headers })).json()) as Conversation;
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
    const after = (await (await page.request.get(own, { headers })).json()) as Conversation;
    expect(after.messages.some(({ text }) => text.startsWith('Ask about the parcel'))).toBe(false);
  });

  test('a reply to an invite creates a notification, is read and answered by email in Inbox, and the invite links to it', async ({
    page,
    open,
    expectAccessibleInBoth,
  }) => {
    await open('/inbox');
    await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible();
    const api = await apiOf(page);
    await readyToSend(api);
    const label = `Question ${crypto.randomUUID().slice(0, 8)}`;
    const templateId = await writeTemplate(api, label);
    const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
      `${api.brand}/campaigns?search=${encodeURIComponent('Autumn Trail Kit')}`,
    );
    const campaign = campaigns.find(({ title }) => title === 'Autumn Trail Kit');
    const [creator] = await uninvited(api, 1);
    if (!campaign || !creator) throw new Error('The demo data has no such campaign or creator.');
    const name = nameOf(creator);
    const letter = { campaignId: campaign.id, templateId, socialProfileId: creator.id };
    const { to } = await api.send<{ to: string }>('POST', `${api.brand}/campaign-invite/preview`, letter);
    await api.send('POST', `/campaign-invite/${brandIdOf(api)}`, letter);
    const ours = async () => (await emailsTo(to)).filter(({ subject }) => subject.includes(label));
    await expect.poll(async () => (await ours()).length, { timeout: 60_000 }).toBe(1);
    const [invite] = await ours();

    await test.step('the reply is unread in Inbox and adds a notification, without a reload', async () => {
      await replyTo(invite!, `Sounds good! What is the fee? ${label}`);
      // The creator may have an older conversation, too.
      const row = page
        .getByRole('list', { name: 'Conversations' })
        .getByRole('link')
        .filter({ hasText: name })
        .filter({ hasText: label });
      await expect(row).toBeVisible();
      await expect(row).toContainText('1 unread');
      await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
      const notices = page.getByRole('dialog', { name: 'Notifications' });
      await notices
        .getByRole('link', { name: `${name} replied to your invite` })
        .first()
        .click();
      await expect(page).toHaveURL(/\/inbox\/conversations\//);
      await expect(row).not.toContainText('unread');
    });

    const log = page.getByRole('log');
    const composer = page.getByRole('form', { name: `Email to ${name}` });
    await test.step('invite and reply are one conversation; quoted text is collapsed', async () => {
      await expect(log.getByText(`${label}: Autumn Trail Kit`, { exact: true })).toBeVisible();
      await expect(log.getByText(`Sounds good! What is the fee? ${label}`)).toBeVisible();
      await expect(log.getByRole('blockquote')).toHaveCount(0);
      await log.getByRole('button', { name: 'Show quoted text' }).click();
      await expect(log.getByRole('blockquote')).toContainText(`> Hello ${name},`);
      await expectAccessibleInBoth();
      await log.getByRole('button', { name: 'Hide quoted text' }).click();
      await expect(log.getByRole('blockquote')).toHaveCount(0);
    });

    await test.step('an email needs a subject, and mail programs see it as a reply', async () => {
      await expect(composer.getByRole('radio', { name: 'Chat' })).toBeDisabled();
      await expect(composer.getByRole('radio', { name: 'Email' })).toBeChecked();
      await expect(composer.getByText(`to ${to}`)).toBeVisible();
      const subject = composer.getByRole('textbox', { name: 'Subject' });
      await expect(subject).toHaveValue(`Re: ${label}: Autumn Trail Kit`);
      await composer.getByRole('textbox', { name: `Email to ${name}` }).fill(`It is $400. ${label}`);
      await subject.fill('');
      await composer.getByRole('button', { name: 'Send email' }).click();
      await expect(composer.getByRole('alert')).toHaveText('Enter a subject');
      await expect(subject).toBeFocused();
      await subject.fill(`Re: ${label}: Autumn Trail Kit`);
      const program = { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') };
      await composer.locator('input[type=file]').setInputFiles(program);
      await expect(composer.getByText("Couldn't attach tool.exe.")).toBeVisible();
      await expectAccessibleInBoth('.composer');
      await composer.getByRole('button', { name: 'Send email' }).click();
      await expect(composer.getByText("Couldn't attach tool.exe.")).toHaveCount(0);
      await expect(log.getByText(`It is $400. ${label}`)).toBeVisible();
      await expect.poll(async () => (await ours()).length, { timeout: 60_000 }).toBe(2);
      const [answer] = await ours();
      // The message IDs from the creator's mail program and ours.
      const replied = answer?.headers.get('in-reply-to') ?? '';
      expect(replied).toMatch(/^<[^>]+@recipient\.sandbox\.test>$/);
      expect(answer?.headers.get('references')).toBe(`${invite?.headers.get('message-id')} ${replied}`);
      expect(answer?.headers.get('from')).toContain('@mail.larkmoor.example');
    });

    await test.step("the invite's status is Replied and links to the conversation", async () => {
      await open(`/creator-search/invites?q=${encodeURIComponent(creator.username)}`);
      const handle = page.getByText(`@${creator.username}`, { exact: true });
      const row = page.getByRole('row').filter({ has: handle }).first();
      await row.getByRole('button', { name: 'Replied' }).click();
      const reply = page.getByRole('dialog', { name: `Reply from ${name}` });
      await expect(reply).toContainText(`Sounds good! What is the fee? ${label}`);
      await reply.getByRole('link', { name: 'Reply in inbox' }).click();
      await expect(page).toHaveURL(/\/inbox\/conversations\//);
      await expect(log.getByText(`It is $400. ${label}`)).toBeVisible();
    });
  });
});
