import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Download, Page } from '@playwright/test';
import { findingsOn } from './support/axe.ts';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { emailsTo } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

const VERIFIER = path.join(import.meta.dirname, '../apps/web/src/modules/analytics/report/verify-report.mjs');
/** One pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PASSWORD = 'correct horse battery';

test.describe('reports', () => {
  test.use({ as: 'owner', timezoneId: 'Europe/Lisbon' });

  test('an owner builds a report, schedules it, gets it by email, and shares it with a password', async ({
    page,
    browser,
    open,
    expectAccessibleInBoth,
  }) => {
    test.slow();
    const folder = await mkdtemp(path.join(tmpdir(), 'troupe-report-'));
    const recipient = `board-${Date.now()}@fernwell.test`;
    const title = `Board report ${Date.now()}`;
    const dialog = page.getByRole('dialog');
    const main = page.getByRole('main');

    await test.step('the report has eight widgets and the brand logo', async () => {
      await open('/analytics/reports');
      await page.getByLabel('Choose a logo').setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: LOGO,
      });
      await expect(page.getByRole('img', { name: 'Logo on reports' })).toBeVisible();
      await page.getByRole('button', { name: 'Create report' }).click();
      await expect(page.getByRole('heading', { name: 'Weekly report', level: 1 })).toBeVisible();
      await page.getByLabel('Name', { exact: true }).fill(title);
      for (const kind of [
        'Spend breakdown',
        'Return on ad spend by attribution rule',
        'Heading',
        'Text',
      ] as const) {
        await page.getByRole('button', { name: 'Add widget' }).click();
        await page.getByRole('menuitem', { name: kind, exact: true }).click();
      }
      const widgets = page.getByRole('region', { name: 'Widgets' }).getByRole('listitem');
      await expect(widgets).toHaveCount(8);
      await page.getByLabel('Text', { exact: true }).fill('Written for the board. 取締役会のために。');
      // By keyboard: the text goes above the heading.
      await widgets.last().getByRole('button', { name: 'Text', exact: true }).press('Alt+ArrowUp');
      await expect(page.getByText('Text moved to position 7 of 8')).toBeAttached();
      const preview = page.getByRole('region', { name: 'Preview' });
      await expect(preview.getByText('取締役会のために')).toBeVisible();
      await expect(preview.getByRole('img', { name: 'Larkmoor' })).toBeVisible();
      await expectAccessibleInBoth();
      await page.getByRole('button', { name: 'Save report' }).dblclick();
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    });

    await test.step('it is scheduled for Mondays at 09:00 in Lisbon', async () => {
      await page.getByRole('button', { name: 'Schedule', exact: true }).click();
      await expect(dialog.getByLabel('Day', { exact: true })).toHaveValue('1');
      const time = dialog.getByLabel('Time', { exact: true });
      await expect(time).toHaveValue('09:00');
      // Typed and written the way the person writes times, not the browser.
      await time.fill('2:30 pm');
      await time.press('Tab');
      await expect(time).toHaveValue('14:30');
      await time.fill('noonish');
      await time.press('Tab');
      await expect(dialog.getByText(/“noonish”/)).toBeVisible();
      await time.fill('9');
      await time.press('Tab');
      await expect(time).toHaveValue('09:00');
      await expect(dialog.getByLabel('Time zone')).toHaveValue('Europe/Lisbon');
      await dialog.getByLabel('Recipients').fill('not an address');
      await dialog.getByRole('button', { name: 'Save schedule' }).click();
      await expect(dialog).toContainText('Enter an email address');
      await dialog.getByLabel('Recipients').fill(recipient);
      await expectAccessibleInBoth('[role=dialog]');
      await dialog.getByRole('button', { name: 'Save schedule' }).click();
      await expect(dialog).toBeHidden();
      await expect(main.getByText(/^Next email /)).toBeVisible();
    });

    const sendNow = async () => {
      await page.getByRole('button', { name: 'Schedule', exact: true }).click();
      await dialog.getByRole('button', { name: 'Send now' }).dblclick();
      await expect(page.getByText('Report sent to 1 recipient').first()).toBeVisible();
      await expect(dialog).toBeHidden();
    };

    await test.step('it arrives as PDF, and tells what changed since and why', async () => {
      await sendNow();
      await expect.poll(async () => (await emailsTo(recipient)).length, { timeout: 30_000 }).toBe(1);
      // A server that is busy writing files answers 503 for a moment.
      await expect(async () => {
        const { brand, get, send } = await apiOf(page);
        const { runs } = await get<{ runs: { to: string }[] }>(`${brand}/reports/${reportId(page)}/runs`);
        await send('POST', `${brand}/costs`, {
          day: runs[0]?.to,
          kind: 'ads',
          amount: 12_300,
          currency: 'USD',
          note: `Boost ${title}`,
        });
      }).toPass({ timeout: 30_000 });
      await sendNow();
      await expect.poll(async () => (await emailsTo(recipient)).length, { timeout: 30_000 }).toBe(2);
      const [mail] = await emailsTo(recipient);
      const raw = await (await fetch(`${hosts.sandbox}/mail/${mail?.id}/raw`)).text();
      expect(raw).toMatch(/application\/pdf/);
      expect(pdfIn(raw).subarray(0, 8).toString()).toBe('%PDF-1.7');
      const shown = await (await fetch(`${hosts.sandbox}/api/mail/${mail?.id}`)).json();
      const { text } = shown as { text: string };
      expect(text).toContain('What changed since the last report');
      expect(text).toMatch(/Spend changed from \$[\d,.]+ to \$[\d,.]+ \(1 new cost\)/);
    });

    const save = async (on: Page, format: string) => {
      await on.getByRole('button', { name: 'Download', exact: true }).first().click();
      const [file] = await Promise.all([
        on.waitForEvent('download'),
        on.getByRole('menuitem', { name: format, exact: true }).click(),
      ]);
      return keep(file, folder);
    };

    await test.step('a run is saved as files, and its evidence is checked offline', async () => {
      await page.getByRole('tab', { name: 'Runs' }).click();
      await page.getByRole('button', { name: 'Show run' }).first().click();
      await expect(main.getByText('1 new cost').first()).toBeVisible();
      await expect(main).toContainText('node verify-report.mjs report-evidence-');
      await expectAccessibleInBoth();
      const evidence = await save(page, 'Evidence file (JSON)');
      expect(verify(evidence)).toMatchObject({ status: 0, said: expect.stringMatching(/^ok/) });
      const [script] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download verify-report.mjs' }).click(),
      ]);
      expect(await readFile(await script.path(), 'utf8')).toBe(await readFile(VERIFIER, 'utf8'));
    });

    let url = '';
    await test.step('a link asks for a password and ends in 30 days', async () => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await dialog.getByLabel('Password (optional)').fill('short');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await expect(dialog).toContainText('Use at least 8 characters');
      await dialog.getByLabel('Password (optional)').fill(PASSWORD);
      await expect(dialog.getByLabel('Expires')).toHaveValue('30');
      await dialog.getByLabel('View limit').fill('1');
      await expectAccessibleInBoth('[role=dialog]');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      url = await dialog.getByLabel('Link', { exact: true }).inputValue();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(main.getByText(/Live data · Password · Expires .* · 1 view/)).toBeVisible();
    });

    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      storageState: { cookies: [], origins: [] },
    });
    const guest = await phone.newPage();
    await test.step('signed out on a phone, it opens with the password and saves files', async () => {
      await guest.goto(url);
      await expect(guest.getByRole('heading', { name: 'This report is password-protected' })).toBeVisible();
      await guest.getByLabel('Password', { exact: true }).fill('wrong horse battery');
      await guest.getByRole('button', { name: 'Open report' }).click();
      await expect(guest.getByText('Wrong password')).toBeVisible();
      expect(await findingsOn(guest)).toEqual([]);
      await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await guest.getByLabel('Password', { exact: true }).press('Enter');
      await expect(guest.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(guest.getByText('取締役会のために')).toBeVisible();
      const isWide = () =>
        guest.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(await isWide()).toBe(false);
      expect(await findingsOn(guest)).toEqual([]);
      // Reloading and saving files belong to the same view.
      await guest.reload();
      await expect(guest.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      const robots = guest.locator('meta[name=robots]');
      await expect(robots).toHaveAttribute('content', /noindex/);
      expect((await readFile(await save(guest, 'CSV'), 'utf8')).replace(/^\ufeff/, '')).toContain(title);
      expect((await readFile(await save(guest, 'Excel'))).subarray(0, 2).toString()).toBe('PK');
      expect((await readFile(await save(guest, 'PDF'))).subarray(0, 4).toString()).toBe('%PDF');
      expect(verify(await save(guest, 'Evidence file (JSON)'))).toMatchObject({ status: 0 });
    });

    await test.step('a used-up link and a revoked one are gone, and the team sees the view', async () => {
      const other = await browser.newContext({ storageState: { cookies: [], origins: [] } });
      const late = await other.newPage();
      await late.goto(url);
      await expect(late.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
      await other.close();
      await page.reload();
      await page.getByRole('tab', { name: 'Links' }).click();
      await page.getByRole('button', { name: '1 view' }).click();
      const log = page.getByRole('list', { name: 'link views' });
      await expect(log.getByRole('listitem')).toHaveCount(2);
      await expect(log).toContainText('wrong password');
      await guest.goto(url);
      await expect(guest.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    });
    await phone.close();

    await test.step('a campaign is shared with people outside the team in the same way', async () => {
      await open('/campaigns');
      const { brand, get } = await apiOf(page);
      const { campaigns } = await get<{ campaigns: { id: string; title: string }[] }>(`${brand}/campaigns`);
      const campaign = campaigns.find(({ title: known }) => known !== '');
      await open(`/analytics/reports?campaign=${campaign?.id}&open=new`);
      await expect(dialog).toContainText(`Share results for ${campaign?.title}`);
      await dialog.getByRole('button', { name: 'Create report' }).click();
      await expect(dialog.getByRole('heading', { name: 'Share report' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByLabel('Campaign', { exact: true })).toHaveValue(campaign?.id ?? '');
    });
    await rm(folder, { recursive: true });
  });
});

const reportId = (page: Page): string => /reports\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

async function keep(file: Download, folder: string): Promise<string> {
  const place = path.join(folder, file.suggestedFilename());
  await file.saveAs(place);
  return place;
}

function verify(file: string): { status: number | null; said: string } {
  const { status, stdout } = spawnSync(process.execPath, [VERIFIER, file], { encoding: 'utf8' });
  return { status, said: stdout };
}

/** Returns the PDF that is attached to an email. */
function pdfIn(raw: string): Buffer {
  const [, part = ''] = raw.split(/content-type: application\/pdf/i);
  const body = part.slice(part.search(/\r?\n\r?\n/)).trimStart();
  return Buffer.from(body.slice(0, body.indexOf('--')).replace(/\s/g, ''), 'base64');
}
