import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { root } from './folders.ts';

/** Packages with machine code, threads or files of their own. */
const packages = ['sharp', 'pino', 'thread-stream', 'pdfkit', 'fontkit', 'pg-native'];

/** Keeps `import.meta.url` the URL of the source, so that files and threads beside it are found. */
const ownUrl: Plugin = {
  name: 'own-url',
  enforce: 'pre',
  transform(code, id) {
    const ours = !id.includes('node_modules') && code.includes('import.meta.url');
    const url = JSON.stringify(pathToFileURL(id).href);
    return ours ? { code: code.replaceAll('import.meta.url', url), map: null } : undefined;
  },
};

/**
 * Bundles the API and the sandbox with their libraries into one file each, and returns the folder that holds `api.mjs`
 * and `sandbox.mjs`. A process starts from such a file in a quarter of the processor time: its 1,450 modules take
 * longer to find than to run.
 */
export async function bundleHosts(): Promise<string> {
  // Not in the folder of this run: Node keeps what it compiled under the path of the file.
  const folder = path.join(root, 'node_modules', '.cache', 'test-hosts');
  mkdirSync(folder, { recursive: true });
  for (const host of ['api', 'sandbox']) {
    const file = path.join(folder, `${host}.mjs`);
    // Another run in this clone may be starting processes from the earlier one.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, await bundle(path.join(root, 'apps', host, 'src', 'server.ts')));
    renameSync(draft, file);
  }
  return folder;
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [ownUrl],
    ssr: { noExternal: true, external: packages },
    build: {
      ssr: entry,
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [chunk] = (built as Rolldown.RolldownOutput).output;
  return chunk.code;
}
