import type { BrowserContext, Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { tokenOf } from './support/login.ts';
import { emailLinks } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

const FAILED = 'An error occurred while processing your payment. Please try again.';
const GOOD = '4111 1111 1111 1111';
const BREAKS = '4000 0000 0000 0119';
const DECLINED = '4000 0000 0000 0002';
/** This card pays once; later charges are declined. */
const PAYS_ONCE = '4000 0000 0000 0341';

/** Enters a card on the payment page inside our dialog, and pays. */
async function pay(page: Page, card: string): Promise<void> {
  const frame = page.frameLocator('#cb-frame');
  await frame.getByLabel('Card number').fill(card);
  await frame.getByLabel('Expiry (MM/YY)').fill('12/35');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByRole('button', { name: /^Pay / }).click();
}

/** Fills in the open sign-up form and returns the email's confirmation link. */
async function signUp(page: Page, email: string, brand: string): Promise<string> {
  await page.getByLabel('First name').fill('Nia');
  await page.getByLabel('Last name').fill('Newman');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-phrase-7');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Brand name').fill(brand);
  await page.getByLabel('Brand website').fill('newman.example');
  await page.getByLabel('Brand description').fill('For people who wake up late.');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  return (await emailLinks(email)).find((address) => address.startsWith(hosts.auth)) ?? '';
}

const dataLayer = (page: Page) =>
  page.evaluate(() => (window as { dataLayer?: unknown[] }).dataLayer ?? null);

test.describe
  .serial('a stranger becomes a customer', () => {
    const email = `e2e-pricing-${Date.now()}@troupe.test`;
    let context: BrowserContext;
    let page: Page;

    test.beforeAll(async ({ browser }) => {
      context = await browser.newContext({ baseURL: hosts.web });
      page = await context.newPage();
    });
    test.afterAll(() => context.close());

    test('[R1.007] [R1.024] [R4.045] [R2.020] [R2.023] [R2.050] [R2.052] [R2.053] [R2.068] [R2.069] [R2.070] [R2.073] [R2.074] [R4.027] [R4.028] [R4.029] [R4.030] [R5.012] [R3.039] [R8.021] a visitor signs up for a plan, is declined, pays, and gets the plan', async () => {
      await page.goto('/signup/starter_annually?utm_source=e2e&utm_campaign=spring');
      await expect(page.getByText('You chose Starter, paid monthly for a year.')).toBeVisible();
      const link = await signUp(page, email, 'Newman Tea');
      const kept = page.waitForResponse((answer) => answer.url().endsWith('/me/marketing-source'));
      await page.goto(link);
      expect(await (await kept).json()).toEqual({ kept: true });
      await expect(page).toHaveURL(`${hosts.web}/pricing/starter_annually`);

      await expect(page.getByText('Newman Tea', { exact: true })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked();
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Starter' }) });
      await expect(card).toContainText('$845 per month');
      await expect(page.getByText('Popular', { exact: true })).toBeVisible();
      const choose = card.getByRole('button', { name: 'Choose Starter' });
      // Without a subscription, no plan is marked as current.
      await expect(page.getByRole('button', { name: /^Choose / })).toHaveCount(4);
      await expect(page.getByText('Active', { exact: true })).toHaveCount(0);
      const agreement = page.getByRole('dialog', { name: 'Subscription Agreement' });
      const accept = agreement.getByRole('checkbox');
      const goOn = agreement.getByRole('button', { name: 'Continue' });

      // The provider fails before the page opens.
      await page.route('**/checkout-subscription/**', (route) => route.fulfill({ status: 503, json: {} }), {
        times: 1,
      });
      await choose.click();
      await expect(agreement).toContainText('$395');
      await goOn.click({ force: true });
      await expect(agreement).toBeVisible();
      await accept.check();
      await goOn.click();
      await expect(page.getByRole('alert')).toContainText(FAILED);

      // The provider fails during the payment.
      await choose.click();
      await accept.check();
      await goOn.click();
      await pay(page, BREAKS);
      await expect(page.getByRole('alert')).toContainText(FAILED);
      await expect(page.locator('#cb-frame')).toHaveCount(0);

      let pages = 0;
      page.on('request', (request) => {
        if (request.method() === 'GET' && request.url().includes('/checkout-subscription/')) pages += 1;
      });
      await choose.click();
      await accept.check();
      await goOn.dblclick();
      await pay(page, DECLINED);
      await expect(page.frameLocator('#cb-frame').getByRole('alert')).toContainText('declined');
      await pay(page, PAYS_ONCE);
      await expect(page).toHaveURL(`${hosts.web}/account#email-settings`);
      expect(pages).toBe(1);
      const receipt = page.getByRole('status', { name: 'Payment confirmation' });
      await expect(receipt).toBeInViewport();
      await expect(receipt).toContainText(/Payment received: Starter/);
      await expect(receipt).toContainText(/Invoice \S+: \$1,240(\.00)? paid\./);
      await expect(receipt).toContainText(/Next payment on /);
      await expect(receipt.getByRole('link', { name: /Set up your email domain/ })).toBeVisible();
      // The confirmation survives a reload and other screens until dismissed.
      await page.reload();
      await expect(receipt).toBeVisible();
      expect(await dataLayer(page)).toBeNull();

      await receipt.getByRole('button', { name: 'Dismiss' }).click();
      await expect(receipt).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
      await expect(receipt).toHaveCount(0);
      await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
      await expect(card.getByText('Active', { exact: true })).toBeVisible();
    });

    test('[R1.029] [R2.071] an owner adds the affiliate integration and gets its screens', async () => {
      await page.goto('/affiliate/dashboard');
      await expect(page.getByText('Sample data', { exact: true })).toBeVisible();
      await page.goto('/pricing');
      await page.getByRole('button', { name: 'Add Affiliate Integration' }).click();
      const frame = page.frameLocator('#cb-frame');
      await expect(frame.getByText('$95.00').first()).toBeVisible();
      await pay(page, DECLINED);
      await expect(frame.getByRole('alert')).toContainText('declined');
      await pay(page, GOOD);
      await expect(page).toHaveURL(`${hosts.web}/account#email-settings`);
      await expect(page.getByRole('status', { name: 'Payment confirmation' })).toContainText(
        'Affiliate Integration',
      );
      await page.goto('/affiliate/settings');
      await expect(page.getByLabel('Commission rate')).toBeVisible();
      await page.goto('/pricing');
      await expect(
        page.getByRole('listitem').filter({ hasText: 'Affiliate Integration' }).getByText('Active'),
      ).toBeVisible();
      // The same address opens no second payment.
      await page.goto('/pricing/affiliate');
      await expect(page.getByText('Your brand already has Affiliate Integration.')).toBeVisible();
      await expect(page.locator('#cb-frame')).toHaveCount(0);
    });

    test('[R1.028] [R2.113] [R2.114] [R4.048] [R8.022] an owner adds paid ads management, becomes past due, pays and regains access', async ({
      request,
    }) => {
      await page.route('**/checkout-addon/**', (route) => route.fulfill({ status: 409, json: {} }), {
        times: 1,
      });
      await page.goto('/pricing/paid-ads-management');
      await expect(page.getByRole('alert')).toContainText(FAILED);
      await page.getByRole('button', { name: 'Add Paid Ads Management' }).click();
      await pay(page, GOOD);
      await expect(page).toHaveURL(`${hosts.web}/account#email-settings`);
      const told = (await dataLayer(page)) as { event?: string; ecommerce: { value: number } | null }[];
      expect(told.map(({ event }) => event)).toEqual([undefined, 'purchase']);
      expect(told[1]?.ecommerce?.value).toBe(1495);

      const { customers, subscriptions } = (await (
        await request.get(`${hosts.sandbox}/api/billing`)
      ).json()) as {
        customers: { id: string; email: string }[];
        subscriptions: { id: string; customer_id: string; plan?: string }[];
      };
      const customer = customers.find((one) => one.email === email);
      const own = subscriptions.filter(({ customer_id }) => customer_id === customer?.id);
      const waiting = await context.newPage();
      await waiting.goto('/campaigns');
      await expect(waiting.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
      for (const { id } of own.slice(0, 1)) {
        await request.post(`${hosts.sandbox}/api/billing/subscriptions/${id}/renew`, {
          data: { payment: 'fails' },
        });
      }
      // The open tab updates automatically.
      await expect(waiting.getByRole('heading', { name: 'Payment Past Due' })).toBeVisible();
      await page.goto('/campaigns');
      await expect(page.getByRole('heading', { name: 'Payment Past Due' })).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await page.getByRole('button', { name: 'Open Billing' }).click();
      await page.getByLabel('Card number').fill(GOOD);
      await page.getByLabel('Expiry (MM/YY)').fill('12/35');
      await page.getByLabel('Security code').fill('123');
      const saved = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Save card' }).click();
      await saved;
      const settle = page.getByRole('button', { name: /^Pay .* now$/ });
      if (await settle.isVisible()) await settle.click();
      // The other tab updates automatically.
      await expect(waiting.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
      await waiting.close();
    });
  });

test('[R4.031] [R4.032] an owner buys credits, changes plans at the end of the term or at once, cancels with notice, and resumes', async ({
  page,
  request,
}) => {
  const email = `e2e-account-${Date.now()}@troupe.test`;
  await page.goto('/signup');
  const link = await signUp(page, email, 'Ostrava Oats');
  const opened = page.waitForResponse((answer) => /\/brand\/[\da-f-]{36}$/.test(answer.url()));
  await page.goto(link);
  const brandId = (await opened).url().split('/').at(-1);
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const checkout = `${hosts.api}/checkout-subscription/${brandId}`;
  const offered = await request.get(`${checkout}?planId=trailblazer-monthly`, { headers });
  const { id: hostedPageId } = (await offered.json()) as { id: string };
  await request.post(`${hosts.sandbox}/api/billing/hosted-pages/${hostedPageId}/pay`, { data: {} });
  expect((await request.post(checkout, { headers, data: { hostedPageId } })).ok()).toBe(true);

  await test.step('credits end at the account and are granted once', async () => {
    await page.goto('/account/credits?buy=yes');
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await pay(page, GOOD);
    await expect(page).toHaveURL(`${hosts.web}/account#email-settings`);
    const told = (await dataLayer(page)) as { event?: string; ecommerce: { value: number } | null }[];
    expect(told.map(({ event }) => event)).toEqual([undefined, 'purchase']);
    expect(told[1]?.ecommerce?.value).toBe(225);
  });

  await page.getByRole('main').getByRole('link', { name: 'Plan and usage' }).click();
  const held = page.getByRole('table', { name: 'Subscriptions' });
  const choose = async (plan: string, what: string) => {
    await held.getByRole('button', { name: `More actions for ${plan}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  const change = page.getByRole('dialog', { name: 'Change plan' });

  await test.step('a downgrade takes effect at the end of the term and can be reverted', async () => {
    await choose('Trailblazer', 'Change plan');
    await change.getByRole('radio', { name: 'Starter' }).check();
    await expect(change).toContainText("There's nothing to pay now");
    const agree = change.getByRole('checkbox', { name: /I have read and accept/ });
    await expect(change.getByRole('region', { name: 'Subscription Agreement' })).toContainText(
      "Cancellation requires 30 days' notice.",
    );
    await change.getByRole('button', { name: 'Change at end of term' }).click({ force: true });
    await expect(change).toBeVisible();
    await agree.check();
    // A change elsewhere reads the price again; that neither blocks the dialog nor loses a click.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reread = page.waitForRequest(
      (sent) => sent.method() === 'GET' && sent.url().includes('/plan-change'),
    );
    await page.route('**/plan-change?*', async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    const invited = { headers, data: { email: `invited-${email}`, role: 'member' } };
    expect((await request.post(`${hosts.api}/brand/${brandId}/team`, invited)).ok()).toBe(true);
    await reread;
    await change.getByRole('button', { name: 'Change at end of term' }).click();
    await expect(held).toContainText('Switches to Starter (monthly) on');
    release();
    await expect(change).toBeHidden();
    await page.unroute('**/plan-change?*');
    await choose('Trailblazer', 'Keep Trailblazer');
    await expect(page.getByText('Trailblazer stays active.')).toBeVisible();
  });

  await test.step('an upgrade takes effect at once, at the price in the preview', async () => {
    await choose('Trailblazer', 'Change plan');
    await change.getByRole('radio', { name: 'Bespoke' }).check();
    await expect(change.getByText('Due now')).toBeVisible();
    await expect(change).toContainText(/−\$2,99[45]/);
    const agree = change.getByRole('checkbox', { name: /I have read and accept/ });
    // The accepted agreement applies to that plan only.
    await agree.check();
    await change.getByRole('radio', { name: 'Starter' }).check();
    await expect(agree).not.toBeChecked();
    await change.getByRole('radio', { name: 'Bespoke' }).check();
    await expect(change.getByText('Due now')).toBeVisible();
    await agree.check();
    await change.getByRole('button', { name: 'Change now' }).click();
    await expect(held).toContainText('$3,995 per month');
    const receipt = page.getByRole('status', { name: 'Payment confirmation' });
    await expect(receipt).toContainText(/Payment received: Bespoke/);
    await expect(receipt).toContainText(/Invoice \S+: \$[\d,]+(\.\d\d)? paid/);
  });

  await test.step('a canceled plan ends after the notice, not before three months, and can be resumed', async () => {
    await choose('Bespoke', 'Cancel Bespoke');
    const asked = page.getByRole('dialog', { name: 'Cancel Bespoke?' });
    await expect(asked).toContainText("at least three months and require 30 days' notice");
    await asked.getByRole('button', { name: 'Cancel Bespoke' }).click();
    await expect(held).toContainText('Ends on');
    await choose('Bespoke', 'Resume Bespoke');
    await expect(held).not.toContainText('Ends on');
  });
});

test('[R2.113] [R4.048] a member of a past-due brand sees Payment Past Due on public pages, with a link to billing', async ({
  browser,
  sessionFile,
}) => {
  const context = await browser.newContext({ baseURL: hosts.web, storageState: await sessionFile('member') });
  const page = await context.newPage();
  await page.route(/\/brand\/[\da-f-]{36}$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), chargebeePastDue: true } });
  });
  const portal = `${hosts.sandbox}/#billing`;
  await page.route(/\/create-portal-session\//, (route) => route.fulfill({ json: { url: portal } }));
  for (const path of ['/pricing', '/pricing/paid-ads-management', '/book-a-demo', '/faq']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Past Due' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/logout');
  }
  await page.getByRole('button', { name: 'Open Billing' }).click();
  await expect(page).toHaveURL(portal);
  await context.close();
  // A logged-out visitor can read them.
  const visitor = await browser.newContext({ baseURL: hosts.web });
  const visit = await visitor.newPage();
  await visit.goto('/faq');
  await expect(visit.getByRole('navigation').first()).toBeVisible();
  await expect(visit.getByRole('heading', { name: 'Payment Past Due' })).toHaveCount(0);
  await visitor.close();
});

test('[R4.049] [R6.013] an administrator sees that a payment is past due and can continue', async ({
  browser,
  sessionFile,
}) => {
  const context = await browser.newContext({ baseURL: hosts.web, storageState: await sessionFile('admin') });
  const page = await context.newPage();
  await page.route(/\/brand\/[\da-f-]{36}$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), chargebeePastDue: true } });
  });
  await page.goto('/campaigns');
  await expect(
    page.getByText("Payment past due: members of this brand are blocked until it's paid."),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  await context.close();
});

test('[R1.025] [R2.007] [R1.026] [R1.027] [R1.038] [R1.039] [R1.040] [R2.060] [R2.061] [R2.062] [R2.063] [R2.065] [R2.066] [R2.067] [R2.072] [R9.020] [R9.021] [R9.022] [R9.023] [R9.025] [R9.026] [R9.032] a visitor reads the pricing page, and sections appear when half visible', async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 1280, height: 560 });
  await open('/pricing');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Grow Faster with Proven Influencers' }),
  ).toBeVisible();
  for (const text of [
    'Choose a plan that fits your goals — DIY or fully managed.',
    'Annual plans, paid monthly. $395 one-time setup.',
    '250,000+ micro-influencers',
    '400M+ profiles',
    'Talk to us about agency plans',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  const terms = page.getByText(/^Minimum subscription/);
  for (const text of [
    'three months',
    "30 days' notice",
    '5% payment processing fee',
    'both brand and creator',
  ]) {
    await expect(terms).toContainText(text);
  }
  const plans = page.getByRole('region', { name: 'Plans' });
  await expect(plans.getByRole('heading', { level: 3 })).toHaveText([
    'Self-Serve',
    'Starter',
    'Trailblazer',
    'Bespoke',
  ]);
  const addOns = page.getByRole('region', { name: 'Add-ons' });
  await expect(addOns.getByRole('listitem')).toHaveCount(3);
  await expect(plans).toContainText('$2,545 per month');
  await page.getByText('Monthly', { exact: true }).click();
  await expect(plans).toContainText('$2,995 per month');
  await expect(page).toHaveURL(`${hosts.web}/pricing?period=monthly`);

  const section = page
    .locator('.reveal')
    .filter({ has: page.getByRole('heading', { name: 'What brands say' }) });
  const show = (part: number) =>
    section.evaluate((element, seen) => {
      const { top, height } = element.getBoundingClientRect();
      window.scrollBy({ top: top - innerHeight + seen * height, behavior: 'instant' });
    }, part);
  await show(0.49);
  await page.waitForTimeout(300);
  await expect(section).not.toHaveAttribute('data-shown');
  await show(0.51);
  await expect(section).toHaveAttribute('data-shown');
  const quotes = section.getByRole('listitem');
  const lefts = async () => {
    const boxes = await Promise.all([0, 1, 2].map((place) => quotes.nth(place).boundingBox()));
    return boxes.map((box) => Math.round(box?.x ?? 0));
  };
  expect(new Set(await lefts()).size).toBe(3);

  await page.setViewportSize({ width: 767, height: 800 });
  await expect(section.getByText('1 of 3')).toBeVisible();
  await section.getByRole('button', { name: 'Next testimonial' }).click();
  await expect(section.getByText('2 of 3')).toBeVisible();
  await expect.poll(async () => (await lefts())[1]).toBe((await section.boundingBox())?.x);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(section).toHaveAttribute('data-shown');
});
