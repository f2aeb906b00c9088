import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const canRun = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The browser to test with: `CHROMIUM_PATH`, else an installed Chromium or Chrome, else the one that comes as
 * an npm package.
 * @throws with what to do when there is none
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !canRun(named)) throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run.`);
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => ['chromium', 'google-chrome'].map((name) => path.join(folder, name)));
  const installed = named ?? [...usualPlaces, ...onPath].find(canRun);
  // Root has no user namespaces to build the sandbox from.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (installed) return { executablePath: installed, args };
  try {
    createRequire(import.meta.url).resolve('@sparticuz/chromium');
    const { default: packaged } = await import('@sparticuz/chromium');
    return { executablePath: await packaged.executablePath(), args: packaged.args };
  } catch (error) {
    throw new Error(
      'No browser was found. Install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.',
      { cause: error },
    );
  }
}
