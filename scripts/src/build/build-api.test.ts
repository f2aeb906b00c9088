import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../folders.ts';
import { buildApi } from './build-api.ts';

test('stack traces of the bundled API name files and lines of its sources', {
  timeout: 300_000,
}, async () => {
  const { stderr } = spawnSync(process.execPath, [await buildApi()], { env: { PATH: process.env.PATH } });
  const [, file = '', line] = /at readConfig.*\(file:\/\/(\S+):(\d+)\)/.exec(stderr.toString()) ?? [];
  expect(file, stderr.toString()).toBe(path.join(root, 'apps/api/src/platform/config.ts'));
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('The environment is incomplete');
});
