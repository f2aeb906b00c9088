import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { emailsTo } from './support/mailbox.ts';
import { readyToSend } from './support/outreach.ts';
import { expect, test } from './support/test.ts';

interface Sent {
  invite: { id: string; metaData: { profile: { username: string } } };
}
interface Listed {
  invites: { id: string; visitedDate: string | null }[];
}

test.describe("an invite's personal link", () => {
  test.use({ as: 'owner', viewport: { width: 390, height: 844 } });

  test('a creator opens the email link and sees the campaign summary, on a phone, in light and dark; the brand sees the visit', async ({
    page,
    expectAccessible,
  }) => {
    const api = await apiOf(page);
    await readyToSend(api);
    const brandId = api.brand.split('/')[2];
    const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
      `${api.brand}/campaigns?status=publish`,
    );
    const campaign = campaigns.find(({ title }) => title === 'First Light Runs');
    // Picks one of many, so that tests can repeat and run in parallel.
    const skip = Math.floor(Math.random() * 20);
    let seen = 0;
    const creator = await api.findCreator(() => seen++ >= skip, '&hasEmail=true&followersMax=40000');
    const asked = { campaignId: campaign?.id, socialProfileId: creator.id };
    const { to } = await api.send<{ to: string }>('POST', `${api.brand}/campaign-invite/preview`, asked);
    // Another test may have invited the same creator to another campaign.
    const earlier = new Set((await emailsTo(to, { wait: 0 })).map(({ id }) => id));
    const { invite } = await api.send<Sent>('POST', `/campaign-invite/${brandId}`, asked);
    const findLink = async () =>
      (await emailsTo(to, { wait: 1000 }))
        .filter(({ id }) => !earlier.has(id))
        .flatMap(({ links }) => links)
        .find((one) => one.startsWith(`${hosts.portal}/invite/`));
    await expect.poll(findLink).toBeTruthy();
    const link = await findLink();

    await page.goto(link ?? '');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Larkmoor would like to work with you' }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'First Light Runs' })).toBeVisible();
    await expect(page.getByText('in products')).toBeVisible();
    await expect(
      page.getByText(
        "The brand can see that you opened this invite. To get in touch, reply to the brand's email.",
      ),
    ).toBeVisible();
    await expectAccessible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const { invites } = await api.get<Listed>(
      `/campaign-invites/${brandId}/?search=${encodeURIComponent(invite.metaData.profile.username)}`,
    );
    expect(invites.find(({ id }) => id === invite.id)?.visitedDate).not.toBeNull();

    await test.step('offline the page shows an error, and Retry loads it', async () => {
      await page.route('**/visit', (route) => route.abort());
      await page.reload();
      await expect(page.getByText("Couldn't load the invite.")).toBeVisible();
      await expectAccessible();
      await page.unroute('**/visit');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'First Light Runs' })).toBeVisible();
    });
  });
});

test('an unknown link and a failed request show different messages', async ({ page }) => {
  await page.goto(`${hosts.portal}/invite/nobody-has-this-link-at-all`);
  await expect(page.getByRole('heading', { name: 'Invite not found.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
