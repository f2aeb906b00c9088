import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { root } from './folders.ts';
import { parseInstanceOptions, parseStartOptions } from './options.ts';
import { addressesOf, portsOf } from './processes/ports.ts';

test('by default the base port is 3000 and the data folder .troupe in the clone', () => {
  expect(parseStartOptions([])).toEqual({
    portBase: 3000,
    dataDir: path.join(root, '.troupe'),
    empty: false,
  });
});

test('reads both option styles and makes the folder absolute', () => {
  const wanted = { portBase: 8000, dataDir: '/tmp/elsewhere', empty: true };
  expect(parseStartOptions(['--port-base', '8000', '--data-dir=/tmp/x/../elsewhere', '--empty'])).toEqual(
    wanted,
  );
});

test('other commands accept words next to options', () => {
  const { words, portBase } = parseInstanceOptions(['owner@troupe.test', '--port-base=4100']);
  expect({ words, portBase }).toEqual({ words: ['owner@troupe.test'], portBase: 4100 });
});

test.each([
  [['--port-base', 'many'], 'whole number'],
  [['--port-base', '31715'], 'whole number from 1024 to 31714'],
  [['--port-base', '-1'], '--port-base'],
  [['--port-base', '5000'], 'needs port 6000, which browsers refuse'],
  [['--data-dir', ''], 'path of a folder'],
  [['--fast'], '--fast'],
  [['word'], 'word'],
])('%j is refused in one line', (args, text) => {
  expect(() => parseStartOptions(args)).toThrow(Failure);
  expect(() => parseStartOptions(args)).toThrow(text);
  expect(() => parseStartOptions(args)).not.toThrow(/\n/);
});

test('hosts have fixed offsets from the base port', () => {
  const ports = {
    web: 3000,
    portal: 3001,
    api: 4000,
    auth: 4001,
    sandbox: 4002,
    sandboxMail: 4025,
    sandboxImap: 4043,
    inboundMail: 4026,
    database: 4032,
    sandboxDns: 4053,
  };
  expect(portsOf(3000)).toEqual(ports);
  expect(addressesOf(8000)).toMatchObject({
    webUrl: 'http://localhost:8000',
    authUrl: 'http://localhost:9001',
  });
});
