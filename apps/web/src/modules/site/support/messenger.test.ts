import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const support = {
  appId: 'ab12cd34',
  apiBase: 'https://api-iam.intercom.io',
  script: 'https://widget.intercom.io/widget/ab12cd34',
};
const larkmoor = {
  intercom_user_jwt: 'signed',
  created_at: 1_790_000_000,
  company: { company_id: 'b1', name: 'Larkmoor', plan: 'starter' },
};
const solvane = { ...larkmoor, company: { company_id: 'b2', name: 'Solvane', plan: 'none' } };

type FakeScript = { src: string; onload(): void; onerror(): void; remove(): void };
let scripts: FakeScript[] = [];
/** What the vendor's script finds waiting for it. */
const waiting = () => window.Intercom?.q ?? [];

async function messenger() {
  vi.resetModules();
  return await import('./messenger.ts');
}

beforeEach(() => {
  scripts = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    createElement: () => ({ src: '', remove: () => {} }),
    head: { append: (script: FakeScript) => scripts.push(script) },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('commands wait for the script in their order: boot, another screen, another brand, the end', async () => {
  const { bootMessenger, updateMessenger, shutMessenger } = await messenger();
  updateMessenger();
  shutMessenger();
  expect(window.Intercom).toBeUndefined();
  bootMessenger(support, larkmoor);
  updateMessenger();
  updateMessenger(solvane);
  shutMessenger();
  updateMessenger();
  const settings = {
    app_id: 'ab12cd34',
    api_base: support.apiBase,
    hide_default_launcher: false,
    ...larkmoor,
  };
  expect(waiting()).toEqual([['boot', settings], ['update'], ['update', solvane], ['shutdown']]);
  expect(scripts.map(({ src }) => src)).toEqual([support.script]);
});

test('the next member on the same page starts a new session without reloading the script', async () => {
  const { bootMessenger, shutMessenger } = await messenger();
  bootMessenger(support, larkmoor);
  scripts[0]?.onload();
  shutMessenger();
  bootMessenger(support, solvane);
  expect(waiting().map(([command]) => command)).toEqual(['boot', 'shutdown', 'boot']);
  expect(scripts).toHaveLength(1);
});

test('a script that is blocked is forgotten and tried again with the next boot', async () => {
  const { bootMessenger, updateMessenger } = await messenger();
  bootMessenger(support, larkmoor);
  scripts[0]?.onerror();
  await Promise.resolve();
  expect(window.Intercom).toBeUndefined();
  updateMessenger();
  bootMessenger(support, larkmoor);
  expect(scripts).toHaveLength(2);
});

test('a widget that breaks does not break the page', async () => {
  const { bootMessenger, updateMessenger, shutMessenger } = await messenger();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  window.Intercom = () => {
    throw new Error('broken');
  };
  bootMessenger(support, larkmoor);
  updateMessenger();
  shutMessenger();
  expect(warned).toHaveBeenCalledTimes(3);
});
