import { findBrowser } from '@troupe/scripts/browser';

/** The browser to test with, and how it is started. It opens nothing but pages of the system under test. */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  // Root has no user namespaces to build the sandbox from, and the browser of the npm package has no helper for it.
  return { executablePath: await findBrowser(), args: ['--no-sandbox'] };
}
