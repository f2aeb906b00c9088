import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure } from './failure.ts';
import { root } from './folders.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];

/**
 * Finds a browser for the tests: `CHROMIUM_PATH`, else the npm package's, else an installed
 * Chromium or Chrome, else - as root on a machine with apt - installs Debian's. The package's comes
 * first because it is headless only: an installed one takes three times as long to open a page.
 * @returns its path
 * @throws Failure with instructions if there is none
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Failure(`CHROMIUM_PATH is ${named}, which cannot be run.`);
  }
  const found = (await packaged()) ?? installed() ?? installWithApt();
  if (found) return found;
  throw new Failure(
    'No browser was found for the tests. Install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.',
  );
}

function installed(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...places];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram);
}

/** The package has no system libraries, so its browser counts only if it runs. */
async function packaged(): Promise<string | undefined> {
  try {
    const entry = createRequire(path.join(root, 'e2e', 'package.json')).resolve('@sparticuz/chromium');
    const { default: chromium } = await import(entry);
    const file: string = await chromium.executablePath();
    return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0 ? file : undefined;
  } catch {
    return undefined;
  }
}

function installWithApt(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log("No browser is installed; installing Debian's Chromium.");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const words = ['install', '--yes', '--no-install-recommends', 'chromium'];
  // A fresh machine has no package lists; otherwise updating first only costs time.
  for (const step of [words, ['update'], words]) {
    spawnSync('apt-get', step, { env, stdio: 'ignore', timeout: 600_000 });
    const found = installed();
    if (found) return found;
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return path.isAbsolute(file);
  } catch {
    return false;
  }
}
