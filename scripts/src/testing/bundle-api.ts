import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { root } from '../folders.ts';

/** Packages with native code, threads or data files, and those that the API loads only when they are configured. */
const packages = [
  ...['prom-client', '@opentelemetry/api', '@opentelemetry/sdk-trace', '@opentelemetry/resources'],
  '@opentelemetry/exporter-trace-otlp-http',
  ...['@node-rs/argon2', 'sharp', 'pino', 'thread-stream', 'pdfkit', 'fontkit', 'pg-native', 'subset-font'],
];

/** Keeps `import.meta.url` the source's URL, so files and threads next to it are found. */
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
 * Bundles the API with its libraries into one file, and returns the file. Starting it takes a quarter of the processor
 * time: finding 1,450 modules takes longer than running them.
 */
export async function bundleApi(): Promise<string> {
  // A fixed path: Node's compile cache is keyed by the file's path.
  const file = path.join(root, 'node_modules', '.cache', 'test-hosts', 'api.mjs');
  mkdirSync(path.dirname(file), { recursive: true });
  // Another run in this clone may still be using the previous bundle.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, await bundle(path.join(root, 'apps', 'api', 'src', 'server.ts')));
  renameSync(draft, file);
  return file;
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
