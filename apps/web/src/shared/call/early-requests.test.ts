import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EarlyRequests } from './early-requests.ts';

const url = 'https://api.example/me';
const headers = { accept: 'application/json', authorization: 'Bearer first' };
const sent = vi.fn<typeof fetch>();
let answers = 0;

beforeEach(() => {
  answers = 0;
  sent.mockReset().mockImplementation(async () => new Response(String(++answers)));
  vi.stubGlobal('fetch', sent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('hands an answer to one caller who asks with the same headers', async () => {
  const early = new EarlyRequests('https://api.example', headers);
  early.send('/me');
  expect(early.take(url, { headers: { ...headers, authorization: 'Bearer other' } })).toBeUndefined();
  expect(early.take(url, { headers: { ...headers, 'x-acting': '1' } })).toBeUndefined();
  expect(early.take(url, { headers, method: 'POST' })).toBeUndefined();
  expect(await (await early.take(url, { headers }))?.text()).toBe('1');
  expect(early.take(url, { headers })).toBeUndefined();
  expect(sent).toHaveBeenCalledTimes(1);
});

test('sends nothing that the app has sent itself', () => {
  const early = new EarlyRequests('https://api.example', headers);
  expect(early.take(url, { headers })).toBeUndefined();
  expect(early.send('/me')).toBeUndefined();
  expect(sent).not.toHaveBeenCalled();
});

test('does not hand out an answer that is older than 15 seconds', () => {
  vi.useFakeTimers();
  const early = new EarlyRequests('https://api.example', headers);
  early.send('/me');
  vi.advanceTimersByTime(15_001);
  expect(early.take(url, { headers })).toBeUndefined();
});

test('sends a request again that failed on its way', async () => {
  sent.mockRejectedValueOnce(new TypeError('no network'));
  const early = new EarlyRequests('https://api.example', headers);
  early.send('/me')?.catch(() => {});
  expect(await (await early.take(url, { headers }))?.text()).toBe('1');
});

test('ends the wait of a caller who aborts', async () => {
  sent.mockReturnValueOnce(new Promise(() => {}));
  const early = new EarlyRequests('https://api.example', headers);
  early.send('/me');
  const stop = new AbortController();
  const taken = early.take(url, { headers, signal: stop.signal });
  stop.abort();
  await expect(taken).rejects.toThrow('aborted');
});
