import {
  type Collaboration,
  collaborate,
  creatorApiOf,
  openPhone,
  submitPicture,
} from './support/collaboration.ts';
import { inDatabase, runJob } from './support/database.ts';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

const TERM_DAYS = 60;

/** Moves the day on which content went live, so that its usage rights end in this many days. */
async function endRightsIn(days: number, { optInId }: Collaboration): Promise<void> {
  // A minute less, because the reminders round up.
  const end = `now() + make_interval(days => $2, mins => -1)`;
  await inDatabase(
    `update content_preview set live_at = ${end} - make_interval(days => ${TERM_DAYS}) where opt_in_id = $1`,
    [optInId, days],
  );
  await inDatabase(`update upload set usable_until = ${end} where opt_in_id = $1`, [optInId, days]);
}

test.use({ as: 'owner' });

test('the brand is reminded of ending usage rights, offers an extension, and the creator accepts it on a phone', async ({
  page,
  open,
  browser,
  expectAccessible,
}) => {
  const phone = await openPhone(browser);
  const [api, creator] = [await apiOf(page), await creatorApiOf(phone)];
  const collaboration = await collaborate(api, creator, 'Rights');
  const { campaignId, optInId } = collaboration;
  const name = `ridge-${optInId.slice(-8)}.jpg`;
  const previewId = await submitPicture(phone, creator, collaboration, name);
  await api.send('PUT', `${api.brand}/content-previews/${previewId}`, { status: 'approved', version: 1 });
  const code = optInId.replaceAll('-', '').slice(-11);
  const post = { url: `https://www.instagram.com/reel/${code}/`, previewId, kind: 'reel' };
  await creator('POST', `/creator/opt-ins/${optInId}/live-posts`, post);
  const fileUrl = async () => {
    const path = `${api.brand}/campaign/${campaignId}/uploads`;
    const { uploads } = await api.get<{ uploads: { url: string; usableUntil: string }[] }>(path);
    return uploads[0]?.url ?? '';
  };
  await open(`/campaigns/${campaignId}/uploads`);
  const card = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name });
  const extend = card.getByRole('link', { name: `Extend rights: ${name}` });
  await expect(card.getByText(/^Usage rights until /)).toBeVisible();
  await expect(extend).toHaveCount(0);

  await test.step('reminders 45, 30 and 14 days before the end, and on the day', async () => {
    for (const days of [46, 45, 30, 20, 14, 0]) {
      await endRightsIn(days, collaboration);
      await runJob('rights-reminders');
    }
    await page.reload();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const notices = page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link')
      .filter({ hasText: name });
    await expect(notices).toHaveText([
      new RegExp(`“${name}” have expired.*agree on an extension`),
      ...[14, 30, 45].map((days) => new RegExp(`“${name}” end in ${days} days`)),
    ]);
    await notices.first().click();
  });

  await test.step('nothing can be downloaded after the end', async () => {
    await expect(card.getByText('Usage rights have expired.')).toBeVisible();
    await expect(card.getByRole('link', { name: `Open ${name}` })).toHaveCount(0);
    await expect(card.getByRole('button', { name: `Download ${name}` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const refused = await page.request.get(await fileUrl());
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'rights_expired' });
    await expectAccessible();
  });

  await test.step('the brand offers an extension', async () => {
    await extend.click();
    const drawer = page.getByRole('complementary', { name: 'Cleo Arden' });
    await drawer.getByRole('button', { name: 'Propose changes' }).click();
    await drawer.getByLabel('Term', { exact: true }).selectOption({ label: '1 year from the live date' });
    await drawer.getByRole('button', { name: 'Send offer' }).click();
    await expect(drawer.getByRole('heading', { name: /^Your offer to/ })).toBeVisible();
  });

  await test.step('the creator sees what changes and accepts', async () => {
    await phone.goto(`${hosts.portal}/opt-ins/${optInId}`);
    const rights = phone.getByText('(was', { exact: false });
    await expect(rights).toContainText('2 months');
    await phone.getByRole('button', { name: /^Accept/ }).click();
    await expect(rights).toHaveCount(0);
    await expect(phone.getByText(/^1 year, /).first()).toBeVisible();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  await open(`/campaigns/${campaignId}/uploads`);
  await expect(card.getByText(/^Usage rights until /)).toBeVisible();
  await expect(extend).toHaveCount(0);
  await expect(card.getByRole('link', { name: `Download ${name}` })).toBeVisible();
  expect((await page.request.get(await fileUrl())).status()).toBe(200);
  await phone.context().close();
});
