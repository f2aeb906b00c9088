import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchJson, jsonOf } from './fetch-json.ts';

let answer: { status: number; text?: string } = { status: 200 };
const server = createServer((_request, response) => {
  if (answer.text === undefined) return;
  response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.text);
});
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (status: number, text?: string, readsBody?: (status: number) => boolean) => {
  answer = { status, ...(text === undefined ? {} : { text }) };
  return fetchJson(url, {}, { timeoutMs: 300, mostBytes: 100, ...(readsBody ? { readsBody } : {}) });
};

test('reads JSON responses, including errors', async () => {
  expect(await ask(200, '{"id":1}')).toMatchObject({ status: 200, body: { id: 1 } });
  expect(await ask(404, '{"error":"gone"}')).toMatchObject({ status: 404, body: { error: 'gone' } });
  expect(await ask(200, 'null')).toMatchObject({ body: null });
});

test('explains why a response is unusable', async () => {
  expect(await ask(502, '{}')).toBe('It responded with 502.');
  expect(await ask(200, '<html>')).toBe("Its response wasn't JSON.");
  expect(await ask(200, JSON.stringify('x'.repeat(200)))).toBe('Its response was larger than 0.0001 MB.');
  expect(await ask(200)).toBe("It didn't respond in time.");
  expect(await ask(302, '{}')).toBe("It couldn't be reached.");
  expect(await fetchJson('http://127.0.0.1:1/', {}, { timeoutMs: 300, mostBytes: 100 })).toBe(
    "It couldn't be reached.",
  );
});

test('accepts any body if the status says enough', async () => {
  const onlyStatus = (status: number) => status < 400;
  expect(await ask(403, '<html>', onlyStatus)).toMatchObject({ status: 403, body: {} });
  expect(await ask(403, '{"error":"no"}', onlyStatus)).toMatchObject({ body: { error: 'no' } });
  expect(await ask(200, '', () => false)).toMatchObject({ status: 200, body: {} });
});

test("strips characters that PostgreSQL can't store, keeping the rest", () => {
  const read = (text: string) => jsonOf(Buffer.from(text));
  expect(
    read(String.raw`{"a\u0000b": ["x\u0000y", "cut \ud83d", "\ude00 cut", "whole \ud83d\ude00"], "n": 1}`),
  ).toEqual({
    ab: ['xy', 'cut \ufffd', '\ufffd cut', 'whole \u{1f600}'],
    n: 1,
  });
  expect(read(String.raw`{"a": "C:\\u0000 and \\ud83d", "b": null}`)).toEqual({
    a: String.raw`C:\u0000 and \ud83d`,
    b: null,
  });
  expect(read('{"a":')).toBeUndefined();
});
