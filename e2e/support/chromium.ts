import { statfsSync } from 'node:fs';
import { findBrowser } from '@troupe/scripts/browser';

interface Launch {
  executablePath: string;
  args: string[];
  ignoreDefaultArgs: string[];
}

/** Which browser to test with and how to launch it. It only opens pages of the system under test. */
export async function findChromium(): Promise<Launch> {
  return {
    executablePath: await findBrowser(),
    args: [
      // Root can't use the namespace sandbox, and npm's browser has no setuid helper.
      '--no-sandbox',
      // Pages live for seconds, so optimizing compilers cost about 10% for little use.
      '--js-flags=--no-opt --no-maglev',
    ],
    // Sharing frames in memory is 20% cheaper than in files, but containers often have too little.
    ignoreDefaultArgs: sharedMemory() > 1e9 ? ['--disable-dev-shm-usage'] : [],
  };
}

/** Returns the free bytes of shared memory; 0 if the system has none. */
function sharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize;
  } catch {
    return 0;
  }
}
