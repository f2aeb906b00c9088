import { statfsSync } from 'node:fs';
import { findBrowser } from '@troupe/scripts/browser';

interface Launch {
  executablePath: string;
  args: string[];
  ignoreDefaultArgs: string[];
}

/** The browser to test with, and how it is started. It opens nothing but pages of the system under test. */
export async function findChromium(): Promise<Launch> {
  return {
    executablePath: await findBrowser(),
    args: [
      // Root has no user namespaces to build the sandbox from, and the browser of the npm package has no helper for it.
      '--no-sandbox',
      // A page lives for seconds, so code that the optimizing compilers make is hardly used: they cost a tenth of it.
      '--js-flags=--no-opt --no-maglev',
    ],
    // Frames are shared in memory, which costs a fifth less than in files; containers often have too little for it.
    ignoreDefaultArgs: sharedMemory() > 1e9 ? ['--disable-dev-shm-usage'] : [],
  };
}

/** Bytes that are free for memory that processes share; 0 where the system has no folder for it. */
function sharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize;
  } catch {
    return 0;
  }
}
