import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createApiKey } from '@troupe/contract/account/api-key';
import { apiKeyScopeOf } from '@troupe/contract/account/api-key-access';
import { listAuditLog } from '@troupe/contract/account/audit-log';
import { calls } from '@troupe/contract/calls';
import { createCampaign, getCampaign } from '@troupe/contract/campaigns/campaign';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailTable } from '../modules/outreach/mail/mail.table.ts';
import { startTestApi, type TestApi, type TestPerson } from '../testing/test-api.ts';

let t: TestApi;
let brandId: string;
let owner: TestPerson;

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  owner = await t.person({ brandId, brandRole: 'owner' });
});
afterAll(() => t.stop());

async function keyOf(scope: 'read' | 'write', of = brandId, by = owner): Promise<string> {
  const body = { name: `Agent ${scope}`, scope };
  return (await by.call(createApiKey, { params: { brandId: of }, body })).key;
}

interface Opened {
  search?: string;
  options?: ClientOptions;
}

/** Connects the official client. Without options it speaks the protocol of 2025. */
async function connect(key: string, { search = '', options }: Opened = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const transport = new StreamableHTTPClientTransport(new URL(`${t.url}/mcp${search}`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

const modern = { versionNegotiation: { mode: 'auto' } } as const;
const textOf = (result: { content?: unknown }) => (result.content as { text: string }[])[0]?.text ?? '';
const draft = (title: string) => owner.call(createCampaign, { params: { brandId }, body: { title } });
const statusOf = async (campaignId: string) =>
  (await owner.call(getCampaign, { params: { campaignId } })).status;

describe('an agent with an API key', () => {
  test.each([
    ['2025', undefined],
    ['2026', modern],
  ])('lists tools and makes calls with the protocol of %s', async (_era, options) => {
    const client = await connect(await keyOf('write'), options ? { options } : {});
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('createCreatorList');
    expect(names).toContain('listCreatorLists');
    const made = await client.callTool({
      name: 'createCreatorList',
      arguments: { title: 'Found by an agent' },
    });
    expect(made.isError).toBeFalsy();
    const { structuredContent } = await client.callTool({ name: 'listCreatorLists', arguments: {} });
    expect(JSON.stringify(structuredContent)).toContain('Found by an agent');
    await client.close();
  });

  test('describes each tool: what it does, its arguments without the brand, and whether it changes something', async () => {
    const client = await connect(await keyOf('write'), { search: '?nouns=creator-list,audience-report' });
    const { tools } = await client.listTools();
    const list = tools.find(({ name }) => name === 'addToCreatorList');
    expect(list?.description).toMatch(/^Adds creators to a list\./);
    expect(list?.inputSchema.properties).toHaveProperty('id');
    expect(list?.inputSchema.properties).not.toHaveProperty('brandId');
    expect(list?.inputSchema.required).toContain('id');
    expect(list?.annotations).toMatchObject({ readOnlyHint: false, openWorldHint: false });
    expect(tools.find(({ name }) => name === 'listCreatorLists')?.annotations?.readOnlyHint).toBe(true);
    const buy = tools.find(({ name }) => name === 'buyAudienceData');
    expect(buy?.description).toContain('Spends 1 credit. Requires confirmation by the user.');
    expect(tools.map(({ name }) => name)).not.toContain('listCampaigns');
    await client.close();
  });

  test('offers nothing that people alone may do, and no uploads', async () => {
    const client = await connect(await keyOf('write'));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    for (const name of [
      'createApiKey',
      'closeBrand',
      'getMe',
      'uploadCampaignCover',
      'createImport',
      'listBrands',
      'acceptAgreement',
      // Only owners send test emails and resume outreach.
      'sendTestMail',
      'resumeOutreach',
    ])
      expect(names).not.toContain(name);
    const refused = await client.callTool({ name: 'acceptAgreement', arguments: {} });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toBe('Only a logged-in person can do this. Ask the user to do it in Troupe.');
    await client.close();
  });

  test('with a read-only key only reads', async () => {
    const client = await connect(await keyOf('read'));
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('listCreatorLists');
    expect(names).not.toContain('createCreatorList');
    const health = tools.find(({ name }) => name === 'getDomainHealth');
    expect(health?.description).toContain('`placement` says where the latest test emails landed');
    const read = await client.callTool({ name: 'getDomainHealth', arguments: {} });
    expect(read.structuredContent).toEqual({ health: null });
    await expect(
      client.callTool({ name: 'createCreatorList', arguments: { title: 'Not allowed' } }),
    ).rejects.toThrow('Unknown tool');
    await client.close();
  });

  test('gets the errors of the API: wrong values, a missing argument, objects of another brand', async () => {
    const other = await t.brand();
    const stranger = await t.person({ brandId: other, brandRole: 'owner' });
    const theirs = await stranger.call(createCampaign, {
      params: { brandId: other },
      body: { title: 'Theirs' },
    });
    const client = await connect(await keyOf('write'));
    const wrong = await client.callTool({ name: 'createCreatorList', arguments: { title: '' } });
    expect(wrong.isError).toBe(true);
    expect(JSON.parse(textOf(wrong))).toMatchObject({
      code: 'invalid',
      fields: { title: expect.any(String) },
    });
    const missing = await client.callTool({ name: 'getCampaign', arguments: {} });
    expect(textOf(missing)).toBe('The argument campaignId is missing.');
    const foreign = await client.callTool({ name: 'getCampaign', arguments: { campaignId: theirs.id } });
    expect(JSON.parse(textOf(foreign))).toMatchObject({ code: 'not_found' });
    // An argument can't choose another brand.
    const chosen = await client.callTool({ name: 'listCampaigns', arguments: { brandId: other } });
    expect(textOf(chosen)).not.toContain('Theirs');
    await client.close();
  });

  test("shows its changes in the audit log under the key's name", async () => {
    const client = await connect(await keyOf('write'));
    await client.callTool({ name: 'createCampaign', arguments: { title: 'Planned by an agent' } });
    const { entries } = await owner.call(listAuditLog, { params: { brandId }, query: {} });
    expect(JSON.stringify(entries[0])).toContain('Agent write');
    await client.close();
  });
});

describe('what spends, agrees or sends', () => {
  test('asks for a confirmation that counts only for the same arguments and key', async () => {
    const { id } = await draft('Confirmed by text');
    const other = await draft('Not confirmed');
    const client = await connect(await keyOf('write'));
    const args = { campaignId: id, status: 'archived' };
    const asked = await client.callTool({ name: 'setCampaignStatus', arguments: args });
    expect(asked.isError).toBe(true);
    expect(textOf(asked)).toMatch(/^Not done yet\. Publishing shows the campaign to creators\./);
    expect(await statusOf(id)).toBe('draft');
    const confirmation = /confirmation: "([^"]+)"/.exec(textOf(asked))?.[1];
    const misused = await client.callTool({
      name: 'setCampaignStatus',
      arguments: { ...args, campaignId: other.id, confirmation },
    });
    expect(misused.isError).toBe(true);
    expect(await statusOf(other.id)).toBe('draft');
    const another = await connect(await keyOf('write'));
    const stolen = await another.callTool({
      name: 'setCampaignStatus',
      arguments: { ...args, confirmation },
    });
    expect(stolen.isError).toBe(true);
    expect(await statusOf(id)).toBe('draft');
    const done = await client.callTool({ name: 'setCampaignStatus', arguments: { ...args, confirmation } });
    expect(done.isError).toBeFalsy();
    expect(await statusOf(id)).toBe('archived');
    await Promise.all([client.close(), another.close()]);
  });

  test('carries out a confirmed call once, however often the client repeats it', async () => {
    const { id } = await draft('Shared once');
    const client = await connect(await keyOf('write'));
    const args = { campaignId: id, emails: ['friend@elsewhere.test'] };
    const call = async (more: object = {}) =>
      client.callTool({ name: 'shareCampaign', arguments: { ...args, ...more } });
    const confirmation = /confirmation: "([^"]+)"/.exec(textOf(await call()))?.[1];
    const answers = [await call({ confirmation }), await call({ confirmation })];
    expect(answers.map(({ isError }) => Boolean(isError))).toEqual([false, false]);
    const sent = await t.api.db.$count(mailTable, eq(mailTable.toAddress, 'friend@elsewhere.test'));
    expect(sent).toBe(1);
    await client.close();
  });

  test.each([
    ['agrees', { action: 'accept' as const, content: { confirm: true } }, 'archived'],
    ['leaves the box empty', { action: 'accept' as const, content: { confirm: false } }, 'draft'],
    ['declines', { action: 'decline' as const }, 'draft'],
  ])('shows a form where the client can, and the user %s', async (_what, answer, status) => {
    const { id } = await draft('Confirmed by form');
    const client = await connect(await keyOf('write'), {
      options: { ...modern, capabilities: { elicitation: { form: {} } } },
    });
    const messages: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      messages.push(params.message);
      return answer;
    });
    await client.callTool({ name: 'setCampaignStatus', arguments: { campaignId: id, status: 'archived' } });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('Publishing shows the campaign to creators.');
    expect(await statusOf(id)).toBe(status);
    await client.close();
  });

  // Writing calls that send or spend nothing although their text mentions it.
  const HARMLESS = [
    'addUpload',
    'previewInvite',
    'previewBulkInvite',
    'cancelInvite',
    'listInvitedCreators',
    'searchInvites',
    'openConversation',
    'cancelMessage',
    'readMessages',
    'undoApprovals',
    'removeAffiliate',
    'deleteEmailTemplate',
    'removeEmailTemplate',
    'restoreEmailTemplate',
    'duplicateEmailTemplate',
    'saveEmailTemplate',
    'previewEmailTemplate',
    'changeListeningDigest',
    'addSampleData',
    'addCost',
    'runReport',
    'rehearseProgram',
    'createAgreement',
    'checkExternalProgram',
    'addAttachment',
    'previewFollowUps',
    'saveSequence',
    'makeMentionCreator',
  ];

  test('every call whose text speaks of sending, spending or agreeing has an effect, or is known to be harmless', () => {
    const suspicious = calls.filter(
      (call) =>
        apiKeyScopeOf(call) === 'write' &&
        !call.effect &&
        /\b(e?mails?|sends?|sent|notif\w+|invit\w+|credits?\b(?! )|pays?|agrees?|accepts an|purchases?)\b/i.test(
          call.summary,
        ),
    );
    expect(suspicious.map(({ name }) => name).filter((name) => !HARMLESS.includes(name))).toEqual([]);
  });
});

describe('without a valid key', () => {
  const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
    fetch(`${t.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });

  test('nothing is answered', async () => {
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: `Bearer troupe_${'a'.repeat(43)}` })).status).toBe(401);
    const person = owner.token;
    expect((await post({ authorization: `Bearer ${person}` })).status).toBe(401);
  });

  test('hostile messages get an error and leave the server working', async () => {
    const authorization = `Bearer ${await keyOf('read')}`;
    for (const body of [
      '[]',
      '{}',
      'null',
      '"x"',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}',
    ]) {
      const response = await post({ authorization }, body);
      const text = await response.text();
      expect(response.status).toBeLessThan(500);
      expect(response.status >= 400 || text.includes('"error"')).toBe(true);
    }
    expect((await post({ authorization })).status).toBe(200);
  });
});
