import type { Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

interface Template {
  id: string;
  label: string;
  template: string;
  metaData: { campaigns: string[] };
}

const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
const offers = (page: Page) => page.getByRole('listbox', { name: 'Variables' }).getByRole('option');
const row = (page: Page, label: string) => page.getByRole('row', { name: new RegExp(`^${label} `) });
const saves = `${hosts.api}/brand/*/emailTemplate/*`;
const previews = `${hosts.api}/brand/*/emailTemplate/NEW/preview`;

/** Returns a unique label. */
const named = (what: string) => `${what} ${Date.now().toString(36)}`;

test.use({ as: 'owner' });

test('[R2.178] [R2.179] [R2.180] [R2.181] [R5.001] [R5.002] [R5.003] [R5.004] [R9.051] [R9.052] [R8.017] [R7.051] [R7.052] [R7.053] a template is validated, written with variables, previewed and saved', async ({
  page,
  open,
  expectAccessible,
}) => {
  const label = named('First hello');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/emailTemplate\/NEW$/.test(request.url())) sent.push(request.url());
  });
  await open('/account#email-templates');
  await page.getByRole('button', { name: 'New template' }).click();
  const save = page.getByRole('button', { name: 'Create template' });
  await expect(page.getByLabel('Label')).toBeFocused();
  const api = await apiOf(page);

  await test.step("a template can't be saved without label, subject and body", async () => {
    await expect(body(page)).toBeVisible();
    expect((await body(page).boundingBox())?.height).toBeGreaterThanOrEqual(200);
    await body(page).click();
    await page.keyboard.type('   ');
    await save.click();
    await expect(page.getByText('Please enter a label for your template')).toBeVisible();
    await expect(page.getByText('Please enter a subject for your template')).toBeVisible();
    await expect(page.getByText('Please enter a template', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Label')).toBeFocused();
    await page.getByLabel('Label').fill(label);
    await page.getByRole('textbox', { name: 'Subject' }).fill('A trail for you');
    await body(page).fill('1234567890');
    await save.click();
    await expect(page.getByText('Template is too short')).toBeVisible();
    await expectAccessible('[role=dialog]');
    expect(sent).toEqual([]);
  });

  await test.step('variables are suggested after two braces, by keyboard', async () => {
    await body(page).fill('');
    await page.keyboard.type('Hi {{');
    // Lists of other tests may have fields.
    await expect(offers(page).filter({ hasNotText: /^Field: / })).toHaveText([
      ...['Name', 'Username', 'Email', 'Brand Name', 'Campaign Name'],
      ...['First Name', 'Latest Post', 'List Note'],
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' from {{br');
    await expect(offers(page)).toHaveText(['Brand Name']);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' {{');
    await page.keyboard.press('Escape');
    await expect(offers(page)).toHaveCount(0);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect(body(page)).toHaveText(/^Hi \{\{Name\}\} from \{\{Brand Name\}\}\s*$/);
    await expect(body(page).locator('.t-rich-spot')).toHaveText(['{{Name}}', '{{Brand Name}}']);
  });

  await test.step('the toolbar has the formatting that emails need', async () => {
    const bar = page.getByRole('toolbar', { name: 'Format' });
    for (const name of [
      ...['Bold', 'Italic', 'Underline', 'Strikethrough', 'Color', 'Link', 'Video', 'Align'],
      ...['Bulleted list', 'Numbered list', 'Variable', 'Paste HTML'],
    ])
      await expect(bar.getByRole('button', { name, exact: true })).toBeVisible();
    await bar.getByRole('button', { name: 'Text' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText([
      ...['Text', 'Header 1', 'Header 2', 'Header 3', 'Header 4', 'Header 5', 'Header 6'],
    ]);
    await page.keyboard.press('Escape');
    await body(page).press('Enter');
    await bar.getByRole('button', { name: 'Color' }).click();
    await page.getByRole('button', { name: 'Red', exact: true }).click();
    await page.keyboard.type('Red text');
    await bar.getByRole('button', { name: 'Align' }).click();
    await page.getByRole('menuitemradio', { name: 'Align center' }).click();
    const line = body(page).getByText('Red text');
    await expect(line).toHaveCSS('color', 'rgb(185, 42, 42)');
    await expect(line).toHaveCSS('text-align', 'center');
    await expectAccessible('[role=dialog]');
  });

  await test.step('the preview shows the email and runs no scripts', async () => {
    await page.getByRole('tab', { name: 'Write' }).focus();
    await page.keyboard.press('ArrowRight');
    const frame = page.locator('iframe[title="Email preview"]');
    await expect(frame).toHaveAttribute('sandbox', '');
    await expect(page.frameLocator('iframe').getByText('Hi Ana Lima from Larkmoor')).toBeVisible();
    await page.getByText('Plain text').click();
    await expect(page.getByText('Hi Ana Lima from Larkmoor')).toBeVisible();
  });

  await test.step('default campaigns are chosen, and the template is saved', async () => {
    await page.getByRole('button', { name: 'Campaign', exact: true }).click();
    // A draft campaign, because other tests' invites start with the templates of published ones.
    const { campaigns } = await api.get<{ campaigns: { title: string; status: string }[] }>(api.brand);
    const campaign = campaigns.find(({ status }) => status === 'draft')?.title ?? '';
    await page.getByRole('option', { name: campaign, exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `Remove ${campaign}` })).toBeVisible();
    // Delay the response until the second click, which would otherwise hit what the drawer covered.
    const { promise: pressedTwice, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(saves, async (route) => {
      await pressedTwice;
      await route.continue();
    });
    await save.dblclick();
    letGo();
    await expect(page.getByText('Email template created successfully')).toBeVisible();
    await expect(row(page, label)).toBeVisible();
    await expect(page.getByRole('button', { name: 'New template' })).toBeFocused();
    expect(sent).toHaveLength(1);
  });

  const kept = async () =>
    (
      await api.get<{ messageTemplates: Template[] }>(`${api.brand}/message-templates`)
    ).messageTemplates.filter((template) => template.label === label);
  const [made] = await kept();
  expect(made?.template).toContain('Hi {{Name}} from {{Brand Name}}');
  expect(made?.template).toMatch(/text-align:\s*center/);
  expect(made?.metaData.campaigns).toHaveLength(1);

  await row(page, label).press('Enter');
  await expect(page).toHaveURL(`${hosts.web}/account?template=${made?.id}#email-templates`);
  await expect(body(page)).toHaveText(/Red text/);
  await body(page).press('Control+End');
  await page.keyboard.type(' and more');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await kept()).map(({ id, template }) => [id, template.includes('and more')])).toEqual([
    [made?.id, true],
  ]);
});

test('[R8.018] [R8.019] [R8.020] [R7.054] typed text survives a failed save, leaving and a reload; errors are specific', async ({
  page,
  open,
}) => {
  const label = named('Kept');
  await open('/account#email-templates');
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Label').fill(label);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Once more');
  await body(page).fill('Long enough for a mail.');

  await page.route(previews, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await page.getByRole('tab', { name: 'Preview' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(
    'The email template preview could not be generated. Please try again later.',
  );
  await page.unroute(previews);
  await page.route(previews, (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'invalid', message: 'No', error: 'This email is empty.' },
    }),
  );
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toContainText('This email is empty.');
  await page.getByRole('tab', { name: 'Write' }).click();

  await page.route(saves, (route) => route.abort());
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByText('Email template could not be created. Please try again later.')).toBeVisible();
  await expect(body(page)).toHaveText('Long enough for a mail.');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Label')).toHaveValue(label);
  await page.goBack();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Restored your unsaved draft.')).toBeVisible();
  await expect(page.getByLabel('Label')).toHaveValue(label);
  await expect(body(page)).toHaveText('Long enough for a mail.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(row(page, label)).toBeVisible();
});

test("a template is pasted as HTML, copied, deleted and restored; a template in use can't be deleted and says why", async ({
  page,
  open,
}) => {
  const label = named('Pasted');
  await open('/account?template=NEW#email-templates');
  await page.getByLabel('Label').fill(label);
  await page.getByRole('textbox', { name: 'Subject' }).fill('From elsewhere');
  await page.getByRole('button', { name: 'Paste HTML' }).click();
  await page
    .getByLabel('HTML', { exact: true })
    .fill(
      '<script>alert(1)</script><h1 onclick="alert(2)">Welcome</h1><table><tr><td>Our <b>offer</b></td></tr></table><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    );
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(
    page.getByText('HTML imported. Removed: 1 script, 1 event handler. 1 table was converted to text.'),
  ).toBeVisible();
  await expect(body(page).getByRole('heading', { name: 'Welcome', level: 1 })).toBeVisible();
  await expect(body(page)).toContainText('youtube.com/watch?v=dQw4w9WgXcQ');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(row(page, label)).toBeVisible();

  const more = page.getByRole('button', { name: `More actions for ${label}`, exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
  await expect(page.getByText(/created\.$/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: label })).toHaveCount(2);

  await more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const notice = page.getByText(`${label} removed.`);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: label })).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText(`${label} restored.`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: label })).toHaveCount(2);

  const sentence =
    "A scheduled invite needs this template. Cancel that invite first, or wait until it's sent.";
  await page.route(saves, (route) =>
    route.fulfill({ status: 409, json: { code: 'in_use', message: sentence } }),
  );
  await more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText(sentence)).toBeVisible();
});

test('a drawer that opens late returns the focus, even on a busy machine', async ({ page, open }) => {
  // React's effects run late.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function late(this: MessagePort, message: unknown) {
      setTimeout(() => postMessage.call(this, message), 60);
    };
  });
  await open('/account#email-templates');
  const make = page.getByRole('button', { name: 'New template' });
  await make.click();
  await expect(page.getByLabel('Label')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(make).toBeFocused();
});

test("a template changed in another tab isn't overwritten, and typed text is kept", async ({
  page,
  open,
}) => {
  const api = await apiOf(page);
  const label = named('Two tabs');
  const form = { label, subject: 'Before', template: '<p>Hello {{Name}}, how are you?</p>' };
  const { emailTemplate } = await api.send<{ emailTemplate: Template }>(
    'POST',
    `${api.brand}/emailTemplate/NEW`,
    form,
  );
  await open(`/account?template=${emailTemplate.id}`);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const theirs = page.getByRole('alert').filter({ hasText: 'while you were editing. We kept your draft.' });
  await subject.fill('Mine');
  await api.send('POST', `${api.brand}/emailTemplate/${emailTemplate.id}`, { ...form, subject: 'Theirs' });
  await save.click();
  await expect(theirs.getByText('Theirs', { exact: true })).toBeVisible();
  await expect(subject).toHaveValue('Mine');
  await theirs.getByRole('button', { name: 'Keep mine' }).click();
  await expect(theirs).toHaveCount(0);
  await save.click();
  await expect(subject).toHaveCount(0);
  const { messageTemplates } = await api.get<{ messageTemplates: (Template & { subject: string })[] }>(
    `${api.brand}/message-templates`,
  );
  expect(messageTemplates.find(({ id }) => id === emailTemplate.id)?.subject).toBe('Mine');
  await api.send('DELETE', `${api.brand}/emailTemplate/${emailTemplate.id}`, {});
});
