import { inDatabase } from './support/database.ts';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'member' });

test('a list gets custom fields and a board, and someone outside the team reviews its creators', async ({
  page,
  browser,
}) => {
  const api = await apiOf(page);
  const first = await api.findCreator(() => true);
  const second = await api.findCreator(({ id }) => id !== first.id);
  const [ana, bo] = [first, second].map(({ fullname, username }) => fullname || username) as [string, string];
  const listId = await api.makeList('Board journey', [first.id, second.id]);
  await page.goto(`${hosts.web}/creator-search/lists?list=${listId}`);
  const dialog = page.getByRole('dialog');
  const openMenu = async (entry: string) => {
    await page.getByRole('button', { name: 'List actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

  await openMenu('Custom fields');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Budget');
  await dialog.getByLabel('Type').selectOption('number');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const budget = page.getByLabel(`Budget for ${ana}`);
  await budget.fill('12oo');
  await budget.press('Enter');
  await expect(page.getByText('Enter a number')).toBeVisible();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await budget.fill('1200');
  await budget.press('Enter');
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(page.getByLabel(`Budget for ${ana}`)).toHaveValue('1200');

  await page.getByRole('radio', { name: 'Board' }).click({ force: true });
  await page.getByRole('button', { name: 'Edit stages' }).click();
  for (const [at, stage] of ['Asked', 'Booked'].entries()) {
    await dialog.getByRole('button', { name: 'Add stage' }).click();
    await dialog.getByLabel('Name', { exact: true }).nth(at).fill(stage);
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  const column = (name: string) => page.getByRole('region', { name });
  const cardIn = (stage: string, name: string) =>
    column(stage).getByRole('listitem').filter({ hasText: name });
  await cardIn('No stage', ana).dragTo(column('Asked'));
  await expect(cardIn('Asked', ana)).toContainText('1,200');
  await column('Asked').getByRole('button', { name: ana, exact: true }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(column('Booked').getByRole('button', { name: ana, exact: true })).toBeFocused();
  await column('No stage')
    .getByRole('button', { name: `Actions for ${bo}` })
    .click();
  await page.getByRole('menuitem', { name: 'Booked' }).click();
  await expect(cardIn('Booked', bo)).toBeVisible();

  await openMenu('Review links');
  await dialog.getByRole('button', { name: 'New review link' }).click();
  await dialog.getByLabel('Budget').check();
  const made = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/reviews'),
  );
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const { review } = (await (await made).json()) as { review: { url: string } };
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();

  const context = await browser.newContext();
  const outside = await context.newPage();
  await outside.goto(review.url);
  await outside.getByLabel('Your name').fill('Kim Lee');
  await outside.getByRole('button', { name: 'Start reviewing' }).click();
  const item = outside.getByRole('listitem').filter({ hasText: ana }).first();
  await expect(item).toContainText('1,200');
  await item.getByRole('radio', { name: 'Approve' }).click({ force: true });
  await item.getByLabel(`Comment on ${ana}`).fill('<b>Great</b> fit');
  await item.getByRole('button', { name: 'Comment' }).click();
  await expect(item.getByText('<b>Great</b> fit')).toBeVisible();

  await page.reload();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('radio')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Cards' }).click({ force: true });
  await expect(page.getByLabel('Budget').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Board' }).click({ force: true });
  await expect(cardIn('Booked', ana)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: `${ana}: 1 approval` }).click();
  await expect(dialog.getByText('<b>Great</b> fit')).toBeVisible();
  await expect(dialog.getByText('via review link').first()).toBeVisible();
  await page.keyboard.press('Escape');
  const unusable = outside.getByRole('heading', { name: "This link doesn't work" });
  const end = (span: string) =>
    inDatabase('update list_review set expires_at = now() + $2::interval where list_id = $1', [listId, span]);
  await end('-1 second');
  await outside.reload();
  await expect(unusable).toBeVisible();
  await openMenu('Review links');
  await expect(dialog.getByText('Expired', { exact: true })).toBeVisible();
  await end('1 day');
  await page.reload();
  await outside.reload();
  await expect(item).toBeVisible();
  await openMenu('Review links');
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(dialog.getByText('Revoked')).toBeVisible();
  await outside.reload();
  await expect(unusable).toBeVisible();
  await context.close();
  await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
});
