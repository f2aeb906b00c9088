import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { killableProcesses } from '../testing/test-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-loaded-'));
const processes = killableProcesses();
let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(async () => {
  processes.killAll();
  await t.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the URL of each module that is loaded to a file. */
const RECORDER = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED_MODULES, url + '\\n'); return next(url, context); } });`,
)}`;

/** Libraries that take memory, and that most processes rarely or never need. */
const ON_DEMAND = [
  ...[
    'ajv',
    '@fastify/fast-json-stringify-compiler',
    'file-type',
    'imapflow',
    'mailauth',
    'nodemailer/lib/mailer',
    'pdfkit',
  ],
  ...['postal-mime', 'sanitize-html', 'sharp', 'stopword', 'subset-font', '@aws-sdk/client-s3'],
  ...['@modelcontextprotocol/server', '@opentelemetry/sdk-trace', 'chargebee', 'eld', 'prom-client'],
];

test('a start loads no library that is needed rarely', async () => {
  const file = join(folder, 'loaded');
  await processes.start(t, { LOADED_MODULES: file, NODE_OPTIONS: `--import ${RECORDER}` });
  const loaded = readFileSync(file, 'utf8').split('\n');
  const isLoaded = (name: string) => loaded.some((url) => url.includes(`/node_modules/${name}/`));
  expect(isLoaded('pino')).toBe(true);
  expect(ON_DEMAND.filter(isLoaded)).toEqual([]);
});
