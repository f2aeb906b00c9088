import type { Locator } from '@playwright/test';
import { hosts, people } from './support/hosts.ts';
import { layoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { logIn, pinBrand, tokenOf } from './support/login.ts';
import { expect, test } from './support/test.ts';

const brandButton = /, switch brand$/;

test.describe('a member of one brand', () => {
  test.use({ as: 'owner' });
  test("[R2.092] [R2.097] [R4.037] sees its name, no picker and no administrators' block", async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    await expect(page.getByText('Larkmoor', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: brandButton })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Create Brand' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Query tools' })).toHaveCount(0);
  });
});

test.describe('a member of several brands', () => {
  test('[R2.093] [R6.019] [R4.040] [R4.042] [R4.043] picks from their own brands; the choice is saved and opens campaigns', async ({
    page,
  }) => {
    await logIn(page, people.multi, '/profile');
    const picker = page.getByRole('button', { name: brandButton });
    await picker.click();
    await expect(page.getByRole('menuitemradio')).toHaveText([/Larkmoor$/, /Copper & Bean$/, /Solvane$/]);
    const current = await picker.locator('.brand-box-name').textContent();
    const other = current === 'Solvane' ? 'Larkmoor' : 'Solvane';
    const saved = page.waitForRequest(
      (request) => request.url() === `${hosts.api}/me` && request.method() === 'POST',
    );
    await page.getByRole('menuitemradio', { name: other }).click();
    expect(Object.keys((await saved).postDataJSON() as object)).toEqual(['selectedBrand']);
    await expect(page).toHaveURL(`${hosts.web}/campaigns`);
    await expect(page.getByRole('button', { name: new RegExp(`^${other}`) })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: new RegExp(`^${other}`) })).toBeVisible();
  });

  test("a switch that can't be saved is reverted with an error", async ({ page }) => {
    await pinBrand(page);
    await logIn(page, people.multi);
    const picker = page.getByRole('button', { name: brandButton });
    const current = (await picker.locator('.brand-box-name').textContent()) ?? '';
    await page.route(`${hosts.api}/me`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    );
    await picker.click();
    await page.getByRole('menuitemradio', { checked: false }).first().click();
    await expect(page.getByText("Couldn't switch brands. Try again.")).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(`^${current}`) })).toBeVisible();
  });
});

test.describe('an administrator', () => {
  test.use({ as: 'admin' });
  test.beforeEach(({ page }) => pinBrand(page));

  test('[R2.094] [R2.095] [R6.011] searches all brands, sees their published campaigns and switches', async ({
    page,
    open,
  }) => {
    await open('/social-listening');
    await page.getByRole('button', { name: brandButton }).click();
    const search = page.getByRole('combobox', { name: 'Find a brand' });
    await expect(search).toBeFocused();
    await expect(page.getByRole('option', { name: 'Larkmoor 2 published campaigns' })).toBeVisible();
    await search.fill('copper');
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(page.getByRole('option')).toHaveText(/^(CB)?Copper & Bean\s*1 published campaign$/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${hosts.web}/campaigns`);
    await expect(page.getByRole('button', { name: /^Copper & Bean/ })).toBeVisible();
    await page.getByRole('button', { name: brandButton }).click();
    await page.getByRole('option', { name: /Larkmoor/ }).click();
    await expect(page.getByRole('button', { name: /^Larkmoor/ })).toBeVisible();
  });

  test('[R7.011] [R9.030] one search request is sent, 300 ms after the last key', async ({ page, open }) => {
    const searches: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      const search = url.searchParams.get('search');
      if (url.pathname === '/brands' && request.method() === 'GET' && search) searches.push(search);
    });
    await open('/campaigns');
    await page.getByRole('button', { name: brandButton }).click();
    const field = page.getByRole('combobox', { name: 'Find a brand' });
    await expect(field).toBeFocused();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await field.pressSequentially('solvane');
    await page.clock.runFor(299);
    expect(searches).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => searches).toEqual(['solvane']);
    await page.clock.runFor(1000);
    expect(searches).toEqual(['solvane']);
  });

  test("[R7.012] a late response doesn't replace a newer one", async ({ page, open }) => {
    await open('/campaigns');
    const { promise: letGo, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/brands\?.*search=lark/, async (route) => {
      await letGo;
      // A later search canceled the request.
      await route.continue().catch(() => {});
    });
    await page.getByRole('button', { name: brandButton }).click();
    const field = page.getByRole('combobox', { name: 'Find a brand' });
    const asked = page.waitForRequest(/search=lark/);
    await field.fill('lark');
    await asked;
    await field.fill('solv');
    await expect(page.getByRole('option')).toHaveText([/Solvane/]);
    answer();
    await page.waitForTimeout(500);
    await expect(page.getByRole('option')).toHaveText([/Solvane/]);
  });

  test('[R7.071] a failed search shows no error and leaves the picker unchanged', async ({ page, open }) => {
    await open('/campaigns');
    await page.getByRole('button', { name: brandButton }).click();
    await expect(page.getByRole('option')).not.toHaveCount(0);
    await page.route(/\/brands\?/, (route) => route.fulfill({ status: 500, json: { message: 'Broken.' } }));
    const failed = page.waitForResponse(/\/brands\?/);
    await page.getByRole('combobox', { name: 'Find a brand' }).fill('sol');
    await failed;
    await page.waitForTimeout(300);
    await expect(page.getByRole('option', { name: /Larkmoor/ })).toBeVisible();
    await expect(page.getByText('Broken.')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('[R2.096] [R2.121] [R5.013] [R5.014] [R5.015] a brand needs a name, a website and a description', async ({
    page,
    open,
  }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/brands')) calls += 1;
    });
    await open('/campaigns');
    await page.getByRole('button', { name: 'Create Brand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Brand' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByRole('button', { name: 'Create Brand' }).click();
    for (const text of [
      'Please enter a name',
      'Please enter the website url',
      'Please enter a description',
    ]) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    }
    await dialog.getByLabel('Name').fill('Half a brand');
    await expect(dialog.getByText('Please enter a name')).toBeHidden();
    expect(calls).toBe(0);
  });

  const fill = async (page: import('@playwright/test').Page, name: string) => {
    await page.getByRole('button', { name: 'Create Brand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Brand' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Website').fill('example.com');
    await dialog.getByLabel('Description').fill('Made to see that it can be made.');
    await dialog.getByRole('button', { name: 'Create Brand' }).click();
    return dialog;
  };

  test("[R8.023] [R8.024] [R8.025] a failed creation shows the server's text or the standard one, closes, and keeps the typed text", async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    for (const [body, text] of [
      [{ error: 'That name is taken.', message: 'That name is taken.' }, 'That name is taken.'],
      [{}, 'Sorry, something went wrong.'],
    ] as const) {
      await page.route(`${hosts.api}/admin/brands`, (route) => route.fulfill({ status: 400, json: body }));
      const dialog = await fill(page, 'Doomed');
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(dialog).toBeHidden();
      await page.unroute(`${hosts.api}/admin/brands`);
    }
    await page.getByRole('button', { name: 'Create Brand' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Doomed');
  });

  test('[R1.031] [R4.044] [R3.036] a new brand becomes the selected one', async ({ page, open }) => {
    await open('/profile');
    const name = `Brand ${Date.now()}`;
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/admin/brands') && request.method() === 'POST',
    );
    await fill(page, name);
    expect(Object.keys((await sent).postDataJSON() as object).sort()).toEqual([
      'description',
      'name',
      'website',
    ]);
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
    await expect(page).toHaveURL(`${hosts.web}/campaigns`);
    await expect(page.getByText('No campaigns yet')).toBeVisible();
    await page.getByRole('button', { name: brandButton }).click();
    await page.getByRole('option', { name: /Larkmoor/ }).click();
    await expect(page.getByRole('button', { name: /^Larkmoor/ })).toBeVisible();
  });

  test('[R6.014] sees the developer query tools', async ({ page, open }) => {
    await open('/campaigns');
    await page.getByRole('button', { name: 'Query tools' }).click();
    await expect(page.getByRole('region', { name: 'Query tools' })).toContainText('getMe');
  });

  test('[R6.015] a brand in an inbox URL switches an administrator to it', async ({ page, open }) => {
    const token = await tokenOf(page);
    const answer = await page.request.get(`${hosts.api}/brands?sort=campaigns-desc&search=solvane`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { brands } = (await answer.json()) as { brands: { id: string }[] };
    await open(`/inbox?brand=${brands[0]?.id}`);
    await expect(page.getByRole('button', { name: /^Solvane/ })).toBeVisible();
    await expect(page).toHaveURL(`${hosts.web}/inbox`);
    await page.getByRole('button', { name: brandButton }).click();
    await page.getByRole('option', { name: /Larkmoor/ }).click();
  });
});

test('[R6.015] a brand in an inbox URL switches no one else', async ({ page }) => {
  await pinBrand(page);
  await logIn(page, people.multi);
  const current = page.getByRole('button', { name: brandButton });
  const name = await current.textContent();
  const me = await page.request.get(`${hosts.api}/me`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  const { brandProfiles } = (await me.json()) as { brandProfiles: { brand: { id: string; name: string } }[] };
  const other = brandProfiles.find(({ brand }) => !name?.startsWith(brand.name));
  await page.goto(`${hosts.web}/inbox?brand=${other?.brand.id}`);
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await expect(current).toHaveText(name ?? '');
});

test("[R1.023] an owner edits the brand's details in the account; members can read them", async ({
  page,
}) => {
  await pinBrand(page);
  await logIn(page, people.owner);
  await page.goto(`${hosts.web}/account#brand`);
  const details = page.getByRole('region', { name: 'Brand details' });
  const field = details.getByLabel('Description');
  const before = await field.inputValue();
  const after = `${before} Since 1998.`;
  await field.fill(after);
  await details.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Brand details saved.')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(after);
  await field.fill(before);
  await details.getByRole('button', { name: 'Save details' }).click();
  await expect(details.getByRole('button', { name: 'Save details' })).toBeDisabled();
});

test.describe('the account', () => {
  test.use({ as: 'owner' });

  test('has pages with their own URLs and a list of them, and its anchors keep working', async ({
    page,
    open,
  }) => {
    await open('/account');
    const pages = page.getByRole('navigation', { name: 'Account pages' });
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(section('Subscription')).toBeVisible();
    await expect(section('Team')).toHaveCount(0);
    await pages.getByRole('link', { name: 'Team' }).press('Enter');
    await expect(page).toHaveURL(`${hosts.web}/account/team`);
    await expect(page).toHaveTitle(/^Account: Team/);
    await expect(section('Team')).toBeVisible();
    await expect(section('Subscription')).toHaveCount(0);
    await expect(pages.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(section('Subscription')).toBeVisible();

    // On a slow network, the title gets the focus before the section loads, and keeps it afterwards.
    const loaded = Promise.withResolvers<void>();
    await page.route(/\/account-webhooks-[^/]*\.js/, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await open('/account#webhooks');
    const title = section('Webhooks').getByRole('heading', { level: 2 });
    await expect(title).toBeFocused();
    loaded.resolve();
    await expect(section('Webhooks').getByRole('button', { name: 'Add webhook' })).toBeVisible();
    await expect(title).toBeFocused();
    await expect(section('API keys')).toBeVisible();
    await expect(pages.getByRole('link', { name: 'API and webhooks' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await open('/account/nothing-is-called-that');
    await expect(page).toHaveURL(`${hosts.web}/account`);
    await page.setViewportSize({ width: 390, height: 844 });
    await pages.getByRole('link', { name: 'Email settings' }).click();
    await expect(section('Email settings')).toBeVisible();
  });

  test('payments have aligned decimals and the colors of every other status', async ({ page, open }) => {
    await open('/account/payments');
    const table = page.getByRole('table', { name: 'Payments to creators' });
    await expect(table.locator('.t-pill').filter({ hasText: 'Approved' }).first()).toHaveAttribute(
      'data-tone',
      'green',
    );
    const amounts = await table.locator('td[data-numeric]').allTextContents();
    const money = amounts.filter((text) => text.includes('$'));
    expect(money.length).toBeGreaterThan(3);
    // A sum of nothing is 0: a dash is for what has no value.
    for (const sum of await page.locator('.payables-sums dd.t-num').allTextContents())
      expect(sum).toMatch(/^\$[\d,]+\.\d\d$/);
    for (const text of money) expect(text).toMatch(/^\$[\d,]+\.\d\d$/);
  });

  test('without a plan the usage is one sentence with a button, and no chart or limit is empty', async ({
    page,
    open,
    expectAccessibleInBoth,
  }) => {
    const brandCall = (url: URL) => url.origin === hosts.api && /^\/brand\/[^/]+$/.test(url.pathname);
    await page.route(brandCall, async (route) => {
      const response = await route.fetch();
      const brand = (await response.json()) as object;
      await route.fulfill({ response, json: Object.assign(brand, { activeSubscriptions: [] }) });
    });
    await open('/account');
    const usage = page.getByRole('region', { name: 'Usage' });
    await expect(usage.getByText('Choose a plan to see your usage')).toBeVisible();
    await expect(usage.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
    await expect(usage.locator('svg.recharts-surface')).toHaveCount(0);
    await expect(page.getByText(/unlimited on your plan/i)).toHaveCount(0);
    await expect(page.getByText('Renews')).toHaveCount(0);
    // No space is left for charts that don't come.
    const end = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    const next = await page.getByRole('region', { name: 'Subscription' }).boundingBox();
    expect((next?.y ?? 999) - (await end(usage))).toBeLessThanOrEqual(24);
    await expectAccessibleInBoth('main');
  });

  test('a chart of nothing but zeros is a sentence with a button', async ({ page, open }) => {
    await page.route(/\/brand\/[^/]+\/usage$/, async (route) => {
      const response = await route.fetch();
      const usage = (await response.json()) as {
        credits: { days: { spent: number }[] };
        collaborations: { months: { count: number }[] };
      };
      for (const day of usage.credits.days) day.spent = 0;
      for (const month of usage.collaborations.months) month.count = 0;
      await route.fulfill({ response, json: usage });
    });
    await open('/account');
    const usage = page.getByRole('region', { name: 'Usage' });
    await expect(usage.getByText('No credits used in the last 30 days.')).toBeVisible();
    await expect(usage.getByText('No approved opt-ins in the last six months.')).toBeVisible();
    await expect(usage.getByRole('link', { name: 'Find creators' })).toBeVisible();
    await expect(usage.locator('svg.recharts-surface')).toHaveCount(0);
  });

  test('keeps what is on the screen in place while it loads', async ({ page, open }) => {
    await watchLayoutShift(page);
    await open('/account');
    await expect(page.getByText('Limit: 20')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Subscription' }).getByRole('row').nth(1)).toBeVisible();
    // Also what arrives last: credits and bell in the header, the use of the plan at the foot of the menu.
    await expect(page.getByRole('banner').getByRole('link', { name: /^\d+ credits?$/ })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: /notifications/i })).toBeVisible();
    await expect(page.getByText(/^\d+ of 20 in [A-Z][a-z]{2}$/)).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.05);
  });
});

test.describe('sign-up', () => {
  test('a member with a brand continues from sign-up to pricing', async ({ page }) => {
    await logIn(page, people.owner);
    for (const offer of ['starter_annually', 'self-serve_monthly', 'affiliate']) {
      await page.goto(`${hosts.web}/signup/${offer}`);
      await expect(page).toHaveURL(`${hosts.web}/pricing/${offer}`);
    }
  });

  test('a user without a brand is asked to create one', async ({ page }) => {
    await logIn(page, people.nobody);
    await page.goto(`${hosts.web}/signup/starter_annually`);
    await expect(page.getByRole('heading', { name: 'Your brand' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Brand' }).click();
    await expect(page.getByText('Please enter the website url')).toBeVisible();
    const field = page.getByLabel('Name');
    await field.fill('Kept while typed');
    await page.reload();
    await expect(field).toHaveValue('Kept while typed');
  });
});
