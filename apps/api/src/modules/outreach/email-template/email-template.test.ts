import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { cancelInvite, previewInvite } from '@troupe/contract/campaigns/invite';
import type { CallError } from '@troupe/contract/client';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import * as calls from '@troupe/contract/outreach/email-template';
import { TEMPLATE_VARIABLES } from '@troupe/domain/outreach/email-template';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { type InviteWorld, startInviteWorld } from '../../campaigns/invite/invite.fixture.ts';
import { creatorContactTable } from '../../discovery/creator/creator.table.ts';

let w: InviteWorld;
beforeAll(async () => {
  w = await startInviteWorld();
});
afterAll(() => w.t.stop());

const form = {
  label: 'First contact',
  subject: 'Hello {{Name}}',
  template: '<p>Hello {{Name}}, how are you?</p>',
};
const save = (body: object = {}, id = 'NEW') =>
  w.person.call(calls.saveEmailTemplate, { params: { ...w.params, id }, body: { ...form, ...body } });
const all = async () =>
  (await w.person.call(calls.listMessageTemplates, { params: w.params })).messageTemplates;
const preview = (body: object) =>
  w.person.call(calls.previewEmailTemplate, { params: w.params, body: { template: form.template, ...body } });
const one = (id: string) => ({ params: { ...w.params, id } });

test('[R7.051, R7.052, R3.020, R3.021, R3.022] saves, returns and updates a template', async () => {
  const saved = await save({ campaigns: [w.campaignId] });
  expect(saved.success).toBe(true);
  const { id } = saved.emailTemplate;
  expect((await all()).find((each) => each.id === id)).toEqual({
    id,
    ...form,
    metaData: { campaigns: [w.campaignId], isHTML: true },
    version: 1,
    updatedBy: 'Alva Berg',
    created: expect.any(String),
    updated: expect.any(String),
  });
  const changed = await save({ label: 'Second contact' }, id);
  expect(changed.success).toBe(true);
  expect((await all()).filter((each) => each.id === id)).toMatchObject([
    { label: 'Second contact', metaData: { campaigns: [] } },
  ]);
  expect((await w.person.call(getBrand, { params: w.params })).emailTemplates).toContainEqual({
    id,
    label: 'Second contact',
  });
  await expect(save({}, newId())).rejects.toMatchObject({ status: 404 });
});

test('[R5.001, R5.002, R5.003] names each missing field', async () => {
  const count = (await all()).length;
  for (const template of [
    '',
    '   ',
    '<p>&nbsp; </p>',
    '<p><br></p>',
    '<script>alert("a long script")</script>',
  ]) {
    await expect(save({ template })).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      body: { fields: { template: 'Please enter a template' } },
    });
  }
  await expect(save({ label: ' ', subject: '', template: '' })).rejects.toMatchObject({
    status: 422,
    body: {
      fields: {
        label: 'Please enter a label for your template',
        subject: 'Please enter a subject for your template',
        template: 'Please enter a template',
      },
    },
  });
  expect(await all()).toHaveLength(count);
});

test('[R5.004] rejects ten characters of text and accepts eleven, not counting markup', async () => {
  await expect(save({ template: '<p><strong>0123456789</strong></p>' })).rejects.toMatchObject({
    body: { fields: { template: 'Template is too short' } },
  });
  expect((await save({ template: ' <p>0123456789A</p> ' })).success).toBe(true);
});

test('rejects unknown variables by name in body and subject, and accepts lenient spelling of known ones', async () => {
  await expect(save({ template: '<p>Hello {{Last Name}} and {{Foo}}</p>' })).rejects.toMatchObject({
    status: 422,
    body: { fields: { template: 'Unknown variable: {{Last Name}}, {{Foo}}' } },
  });
  await expect(save({ subject: 'For {{Nobody}}' })).rejects.toMatchObject({
    body: { fields: { subject: 'Unknown variable: {{Nobody}}' } },
  });
  const written = '<p>{{ brand&nbsp;name }}, {{NAME}}, <b>{{Cam</b>paign Name}} and { {Name} }</p>';
  const { emailTemplate } = await save({ template: written });
  expect(emailTemplate.template).toBe(
    '<p>{{Brand Name}}, {{Name}}, <b>{{Campaign Name}}</b> and { {Name} }</p>',
  );
});

test('rejects line breaks in the subject', async () => {
  await expect(save({ subject: 'Hello\r\nBcc: everybody@x.example' })).rejects.toMatchObject({
    status: 422,
    body: { fields: { subject: 'A subject must be a single line' } },
  });
});

const HOSTILE: [string, string][] = [
  ['<p onclick="x()">Hello everybody</p>', '<p>Hello everybody</p>'],
  ['<p>Hello everybody<script>x()</script><style>p{}</style></p>', '<p>Hello everybody</p>'],
  ['<p>Hello everybody <a href="javascript:x()">here</a></p>', '<p>Hello everybody <a>here</a></p>'],
  ['<p>Hello everybody <a href="{{Name}}">here</a></p>', '<p>Hello everybody <a>here</a></p>'],
  [
    '<p>Hello everybody <a href="larkmoor.example/a">here</a></p>',
    '<p>Hello everybody <a href="https://larkmoor.example/a">here</a></p>',
  ],
  [
    '<p>Hello everybody<img src="http://x.example/a.png"><img src="data:image/png;base64,AA"></p>',
    '<p>Hello everybody</p>',
  ],
  [
    '<p>Hello everybody</p><iframe src="https://x.example/"></iframe><object data="x"></object><embed src="x">',
    '<p>Hello everybody</p>',
  ],
  ['<form action="https://x.example"><input name="a">Hello everybody</form>', 'Hello everybody'],
  [
    '<p style="color:red;position:fixed;background:url(https://x.example/)">Hello everybody</p>',
    '<p style="color:red">Hello everybody</p>',
  ],
  [
    '<svg><script>x()</script></svg><p>Hello everybody</p><math><mtext></mtext></math>',
    '<p>Hello everybody</p>',
  ],
  [
    '<meta http-equiv="refresh" content="0"><base href="//x"><link rel="x"><p>Hello everybody</p>',
    '<p>Hello everybody</p>',
  ],
  ['<!-- <p> --><p>Hello everybody</p><!--[if mso]><p>x</p><![endif]-->', '<p>Hello everybody</p>'],
  ['<p>Hello everybody<img src=x onerror=x()//></p>', '<p>Hello everybody</p>'],
];

test('removes scripts, forms, frames and other unsafe HTML on save and in the preview', async () => {
  for (const [template, kept] of HOSTILE) {
    expect((await save({ template })).emailTemplate.template).toBe(kept);
    const shown = (await preview({ template })).preview;
    expect(shown).toContain(kept);
    expect(shown.match(/script|iframe|onclick|onerror|javascript|<form|url\(/i)).toBeNull();
  }
});

test('keeps formatting, headings, lists, alignment, colors, images and pasted tables', async () => {
  const template = [
    '<h1 style="text-align:center">One</h1><h6>Six</h6><p><strong>b</strong><em>i</em><u>u</u><s>s</s></p>',
    '<p style="text-align:right"><span style="color:#4f46e5">colour</span> <a href="mailto:{{Email}}">mail</a></p>',
    '<ul><li><p>one</p></li></ul><ol start="3"><li><p>two</p></li></ol><blockquote><p>said</p></blockquote><hr />',
    '<p><img src="https://x.example/a.png" alt="a" width="40" /></p>',
    '<table border="1"><tbody><tr><td colspan="2" style="padding:4px 8px">cell</td></tr></tbody></table>',
  ].join('');
  expect((await save({ template })).emailTemplate.template).toBe(template);
});

test('keeps a video for the editor and sends a linked thumbnail', async () => {
  const template =
    '<p>Hello everybody</p><div data-youtube-video=""><iframe width="640" allowfullscreen src="https://www.youtube.com/embed/dQw4w9WgXcQ?controls=0"></iframe></div>';
  const kept = (await save({ template })).emailTemplate.template;
  expect(kept).toContain(
    '<div data-youtube-video><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe></div>',
  );
  expect((await save({ template: kept })).emailTemplate.template).toBe(kept);
  const { preview: shown, text } = await preview({ template });
  expect(shown).not.toContain('<iframe');
  expect(shown).toContain(
    '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"><img src="https://i.ytimg.com/',
  );
  expect(text).toContain('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
});

test('[R7.053] previews HTML, text and subject with sample data or a real creator and campaign', async () => {
  const template = TEMPLATE_VARIABLES.map((name) => `<p>${name}={{${name}}}</p>`).join('');
  const example = await preview({ template, subject: 'For {{Name}}' });
  expect(example.preview).toContain('<p>Name=Ana Lima</p>');
  expect(example.preview).toContain('<p>Brand Name=Larkmoor</p>');
  expect(example.subject).toBe('For Ana Lima');
  expect(example.preview).not.toContain('See the campaign');
  const socialProfileId = await w.creator({
    fullname: 'Tom & <b>Co</b>',
    username: 'tom',
    contactEmail: 'tom@x.example',
  });
  const real = await preview({
    template,
    subject: 'For {{Name}}',
    socialProfileId,
    campaignId: w.campaignId,
  });
  expect(real.preview).toContain('<p>Name=Tom &amp; &lt;b&gt;Co&lt;/b&gt;</p>');
  expect(real.text).toContain('Name=Tom & <b>Co</b>');
  expect(real.text).toContain('Campaign Name=Autumn Trail Kit');
  expect(real.text).toContain('Email=tom@x.example');
  expect(real.subject).toBe('For Tom & <b>Co</b>');
  expect(real.preview).toContain('See the campaign');
  const other = await w.brand();
  const [hidden] = await w.creators({ brandId: other });
  await expect(preview({ socialProfileId: hidden })).rejects.toMatchObject({ status: 404 });
  await expect(preview({ campaignId: await w.campaign(other) })).rejects.toMatchObject({ status: 404 });
});

test("hides shared contact emails from previews without a plan, but not the brand's own", async () => {
  const brandId = await w.brand({ plan: false });
  const somebody = await w.t.person({ brandId });
  const [shared = '', noted = ''] = await w.creators(
    { contactEmail: 'a@x.example' },
    { contactEmail: 'b@x.example' },
  );
  const own = { id: newId(), brandId, creatorId: noted, email: 'own@x.example' };
  await w.t.api.db.insert(creatorContactTable).values(own);
  const text = async (socialProfileId: string) => {
    const body = { template: '<p>We write to {{Email}} today</p>', socialProfileId };
    return (await somebody.call(calls.previewEmailTemplate, { params: { brandId }, body })).text;
  };
  expect(await text(shared)).toContain('We write to  today');
  expect(await text(noted)).toContain('We write to own@x.example today');
  const body = { campaignId: await w.campaign(brandId), templateId: null, socialProfileId: shared };
  expect((await somebody.call(previewInvite, { params: { brandId }, body })).to).toBeNull();
});

test('[R7.054] reports preview problems as field errors', async () => {
  const send = async (body: string) => {
    const response = await fetch(`${w.t.url}/brand/${w.brandId}/emailTemplate/NEW/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${w.person.token}`, 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await send('{}')).toMatchObject({ status: 422, error: 'Please enter a template' });
  expect(await send('{"template":"<p>Hi {{Foo}} and others</p>"}')).toMatchObject({
    error: 'Unknown variable: {{Foo}}',
  });
  expect(await send(JSON.stringify({ template: 'x'.repeat(5 * 1024 * 1024) }))).toMatchObject({
    status: 413,
    error: expect.any(String),
  });
  expect(await send(JSON.stringify({ template: 'x'.repeat(600_000) }))).toMatchObject({
    status: 422,
    error: 'Use at most 500,000 characters',
  });
});

test('handles a body designed to exhaust the server', async () => {
  const answers = async (template: string) =>
    preview({ template: `Hello everybody ${template}` }).then(
      () => 200,
      (error: CallError) => error.status,
    );
  for (const part of ['<b>', '<', '<table><tr><td>', '<div><']) {
    expect(await answers(part.repeat(25_000))).toBe(422);
    expect(await answers(part.repeat(Math.floor(19_000 / part.split('<').length)))).toBe(200);
  }
  for (const part of ['{{', '<script', '<a style="', '&nbsp;']) {
    expect([200, 422]).toContain(await answers(part.repeat(490_000 / part.length)));
  }
});

test("gives copies unused labels, even concurrently, without the original's campaigns", async () => {
  const { emailTemplate } = await save({ label: 'Spring', campaigns: [w.campaignId] });
  const copy = async () =>
    (await w.person.call(calls.duplicateEmailTemplate, one(emailTemplate.id))).emailTemplate;
  expect(await copy()).toMatchObject({
    label: 'Spring (copy)',
    template: form.template,
    metaData: { campaigns: [] },
  });
  const labels = (await Promise.all([copy(), copy(), copy()])).map(({ label }) => label).sort();
  expect(labels).toEqual(['Spring (copy 2)', 'Spring (copy 3)', 'Spring (copy 4)']);
  const long = (await save({ label: 'x'.repeat(200) })).emailTemplate;
  const { label } = (await w.person.call(calls.duplicateEmailTemplate, one(long.id))).emailTemplate;
  expect(label).toHaveLength(200);
  await expect(w.person.call(calls.duplicateEmailTemplate, one(newId()))).rejects.toMatchObject({
    status: 404,
  });
});

test("makes one of several concurrently saved templates a campaign's default", async () => {
  const known = (await save({ label: 'Known' })).emailTemplate;
  const labels = ['Left', 'Right', 'Middle'];
  await Promise.all([
    ...labels.map((label) => save({ label, campaigns: [w.campaignId] })),
    save({ label: 'Known', campaigns: [w.campaignId] }, known.id),
  ]);
  const standards = (await all()).filter(({ metaData }) => metaData.campaigns.includes(w.campaignId));
  expect(standards).toHaveLength(1);
});

test('archives and restores a template', async () => {
  const { id } = (await save({ label: 'Gone' })).emailTemplate;
  expect(await w.person.call(calls.removeEmailTemplate, one(id))).toEqual({ success: true });
  expect((await all()).some((each) => each.id === id)).toBe(false);
  await expect(save({}, id)).rejects.toMatchObject({ status: 404 });
  await expect(w.person.call(calls.removeEmailTemplate, one(id))).rejects.toMatchObject({ status: 404 });
  expect((await w.person.call(calls.restoreEmailTemplate, one(id))).emailTemplate.label).toBe('Gone');
  expect((await all()).some((each) => each.id === id)).toBe(true);
});

test('keeps a template that a scheduled invite needs until it is sent or canceled', async () => {
  const { id } = (await save()).emailTemplate;
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const invite = await w.invite(await w.creator(), { templateId: id, sendAt });
  await expect(w.person.call(calls.removeEmailTemplate, one(id))).rejects.toMatchObject({
    status: 409,
    code: 'in_use',
  });
  await w.person.call(cancelInvite, { params: { ...w.params, inviteId: invite.id } });
  expect((await w.person.call(calls.removeEmailTemplate, one(id))).success).toBe(true);
  await expect(w.invite(await w.creator(), { templateId: id })).rejects.toMatchObject({
    status: 404,
    message: 'This template no longer exists. Choose another one.',
  });
});

test('[R3.023] a campaign has at most one default template', async () => {
  const campaignId = await w.campaign(w.brandId, 'With a standard');
  const standard = async () =>
    (await w.person.call(listCampaigns, { params: w.params })).campaigns.find(({ id }) => id === campaignId)
      ?.metaData.emailTemplate;
  expect(await standard()).toBeNull();
  const first = (await save({ campaigns: [campaignId, campaignId] })).emailTemplate;
  expect(first.metaData.campaigns).toEqual([campaignId]);
  expect(await standard()).toBe(first.id);
  const second = (await save({ campaigns: [campaignId] })).emailTemplate;
  expect(await standard()).toBe(second.id);
  expect((await all()).find(({ id }) => id === first.id)?.metaData.campaigns).toEqual([]);
  await w.person.call(calls.removeEmailTemplate, one(second.id));
  expect(await standard()).toBeNull();
  await save({ campaigns: [campaignId] }, first.id);
  await w.person.call(calls.restoreEmailTemplate, one(second.id));
  expect(await standard()).toBe(first.id);
});

test('rejects the second of two concurrent edits without overwriting', async () => {
  const { id, version } = (await save()).emailTemplate;
  const standing = async () => (await all()).find((each) => each.id === id);
  await save({ subject: 'Theirs', version }, id);
  await expect(save({ subject: 'Mine', version }, id)).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: "Alva Berg changed this template while you were editing. Your changes weren't saved.",
    body: { current: { id, subject: 'Theirs', version: 2, updatedBy: 'Alva Berg' } },
  });
  expect(await standing()).toMatchObject({ subject: 'Theirs', version: 2 });
  // An edit with the same content, or based on the newest version, isn't a conflict.
  expect((await save({ subject: 'Theirs', version }, id)).emailTemplate.version).toBe(2);
  expect((await save({ subject: 'Mine', version: 2 }, id)).emailTemplate).toMatchObject({
    subject: 'Mine',
    version: 3,
  });
  // Losing a campaign's default to another template counts as a change.
  const campaignId = await w.campaign(w.brandId, 'Wanted by two');
  const mine = (await save({ campaigns: [campaignId] })).emailTemplate;
  await save({ campaigns: [campaignId] });
  await expect(save({ campaigns: [campaignId], version: mine.version }, mine.id)).rejects.toMatchObject({
    code: 'conflict',
    body: { current: { metaData: { campaigns: [] } } },
  });
});

test('creates a template or copy once per idempotency key', async () => {
  const make = (idempotencyKey: string, by = w.person) =>
    by.call(
      calls.saveEmailTemplate,
      { params: { ...w.params, id: 'NEW' }, body: { ...form, label: 'Only once' } },
      { idempotencyKey },
    );
  const made = await Promise.all(['key', 'key', 'other'].map((key) => make(key)));
  const [first, again, other] = made.map(({ emailTemplate }) => emailTemplate.id);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  const teammate = await w.t.person({ brandId: w.brandId });
  expect((await make('key', teammate)).emailTemplate.id).not.toBe(first);
  expect((await all()).filter(({ label }) => label === 'Only once')).toHaveLength(3);
  const copy = () =>
    w.person.call(calls.duplicateEmailTemplate, one(first ?? ''), { idempotencyKey: 'copy' });
  const [copied, same] = await Promise.all([copy(), copy()]);
  expect(same.emailTemplate.id).toBe(copied.emailTemplate.id);
});

test('makes one of two templates the default when they claim a campaign at once', async () => {
  const campaignId = await w.campaign(w.brandId, 'Taken by many');
  await Promise.all(Array.from({ length: 6 }, () => save({ campaigns: [campaignId] })));
  const standards = (await all()).filter(({ metaData }) => metaData.campaigns.includes(campaignId));
  expect(standards).toHaveLength(1);
});

test('hides templates and campaigns from other brands', async () => {
  const brandId = await w.brand();
  const theirCampaign = await w.campaign(brandId);
  await expect(save({ campaigns: [theirCampaign] })).rejects.toMatchObject({
    status: 422,
    body: { fields: { campaigns: 'Choose campaigns from this brand' } },
  });
  const { id } = (await save()).emailTemplate;
  const stranger = await w.t.person({ brandId });
  const theirs = { params: { brandId, id } };
  for (const call of [calls.duplicateEmailTemplate, calls.removeEmailTemplate, calls.restoreEmailTemplate]) {
    await expect(stranger.call(call, theirs)).rejects.toMatchObject({ status: 404 });
  }
  await expect(stranger.call(calls.saveEmailTemplate, { ...theirs, body: form })).rejects.toMatchObject({
    status: 404,
  });
  expect((await stranger.call(calls.listMessageTemplates, { params: { brandId } })).messageTemplates).toEqual(
    [],
  );
});
