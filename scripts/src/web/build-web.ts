import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildApi } from '../build/build-api.ts';
import { fingerprint } from '../build/fingerprint.ts';
import { Failure, run } from '../failure.ts';
import { root } from '../folders.ts';

const squeeze = { br: promisify(brotliCompress), gz: promisify(gzip) };
const sources = ['packages/i18n', 'packages/domain', 'packages/contract', 'packages/ui', 'packages/browser'];
const compressible = /\.(js|css|svg|json|html|txt|wasm)$/;

/** Whether an app's built files match its current sources. */
export function isBuilt(app: string): boolean {
  const stamp = path.join(root, 'apps', app, 'dist', '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOf(app);
}

/**
 * Builds an app, compresses its files, and replaces the previous build atomically, so a killed
 * start keeps the previous one.
 */
export async function buildWeb(app: string): Promise<void> {
  const folder = path.join(root, 'apps', app);
  const draft = path.join(folder, 'node_modules', `.dist-${process.pid}`);
  const stamp = fingerprintOf(app);
  // Loaded on demand: a start without a build needn't wait for it.
  const { build } = await import('vite');
  try {
    await build({ root: folder, logLevel: 'warn', build: { outDir: draft, emptyOutDir: true } });
    await compressAll(draft);
    writeFileSync(path.join(draft, '.stamp'), stamp);
    const dist = path.join(folder, 'dist');
    const earlier = `${draft}-earlier`;
    if (existsSync(dist)) renameSync(dist, earlier);
    renameSync(draft, dist);
    rmSync(earlier, { recursive: true, force: true });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Copies an app's built files for one instance, so a later build doesn't remove files in use.
 * @returns the copy's folder
 */
export function copyBuilt(app: string, dataDir: string): string {
  const dist = path.join(root, 'apps', app, 'dist');
  const copy = path.join(dataDir, 'built', app);
  const stampOf = (folder: string) => readFileSync(path.join(folder, '.stamp'), 'utf8');
  if (existsSync(path.join(copy, '.stamp')) && stampOf(copy) === stampOf(dist)) return copy;
  rmSync(copy, { recursive: true, force: true });
  // The stamp is written last: a copy without one is incomplete.
  cpSync(dist, copy, { recursive: true, filter: (file) => !file.endsWith('.stamp') });
  writeFileSync(path.join(copy, '.stamp'), stampOf(dist));
  return copy;
}

/** Hashes all inputs of an app's build. */
const fingerprintOf = (app: string) => fingerprint([`apps/${app}`, ...sources]);

async function compressAll(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < 1024) return;
      await writeFile(`${file}.br`, await squeeze.br(content, options));
      await writeFile(`${file}.gz`, await squeeze.gz(content, { level: 9 }));
    }),
  );
}

if (import.meta.main) {
  await run(async () => {
    const apps = process.argv.slice(2);
    if (apps.length === 0) await buildApi();
    for (const app of apps.length > 0 ? apps : ['web', 'portal']) {
      try {
        if (!isBuilt(app)) await buildWeb(app);
      } catch (error) {
        // The bundler's message has file and line; its stack doesn't help.
        throw new Failure(`${app} cannot be built: ${(error as Error).message}`);
      }
    }
    return 0;
  });
}
