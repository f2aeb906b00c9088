import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A minimal browser; each test imports a fresh module. */
async function begin(online = true) {
  vi.resetModules();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', { onLine: online });
  const module = await import('./connection.ts');
  const goes = (there: boolean) => {
    vi.stubGlobal('navigator', { onLine: there });
    page.dispatchEvent(new Event(there ? 'online' : 'offline'));
  };
  return { ...module, goes };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('is offline without a network, and notifies listeners when it is back', async () => {
  const { connectionNow, onReconnect, goes } = await begin();
  const back = vi.fn();
  onReconnect(back);
  goes(false);
  expect(connectionNow()).toBe('offline');
  expect(back).not.toHaveBeenCalled();
  goes(true);
  expect(connectionNow()).toBe('good');
  expect(back).toHaveBeenCalledOnce();
});

test('a single failed call changes nothing; an unresponsive server is unreachable until it responds', async () => {
  const { connectionNow, onReconnect, watched } = await begin();
  const back = vi.fn();
  onReconnect(back);
  const send = watched(() => Promise.reject(new TypeError('Failed to fetch')), 'https://api.example/healthz');
  const probe = vi.fn().mockResolvedValueOnce(new Response());
  vi.stubGlobal('fetch', probe);
  await expect(send('https://api.example/me')).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  expect(connectionNow()).toBe('good');

  probe.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(new Response());
  await expect(send('https://api.example/me')).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  expect(connectionNow()).toBe('unreachable');
  expect(back).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(connectionNow()).toBe('good');
  expect(back).toHaveBeenCalledOnce();
});

test('ignores canceled calls', async () => {
  const { connectionNow, watched } = await begin();
  const probe = vi.fn();
  vi.stubGlobal('fetch', probe);
  const given = new AbortController();
  given.abort();
  const send = watched(() => Promise.reject(given.signal.reason), 'https://api.example/healthz');
  await expect(send('https://api.example/me', { signal: given.signal })).rejects.toThrow();
  expect(probe).not.toHaveBeenCalled();
  expect(connectionNow()).toBe('good');
});

test('a long read is slow until it completes; writes may take longer', async () => {
  const { connectionNow, watched, SLOW_MS } = await begin();
  let answer = (_: Response) => {};
  const held = () =>
    new Promise<Response>((resolve) => {
      answer = resolve;
    });
  const send = watched(held, 'https://api.example/healthz');
  const sent = send('https://api.example/import', { method: 'POST' });
  await vi.advanceTimersByTimeAsync(SLOW_MS);
  expect(connectionNow()).toBe('good');
  answer(new Response());
  await sent;
  const read = send('https://api.example/me');
  await vi.advanceTimersByTimeAsync(SLOW_MS);
  expect(connectionNow()).toBe('slow');
  answer(new Response());
  await read;
  expect(connectionNow()).toBe('good');
});
