import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Prints what the first load of a screen costs: the script and styles of the built page and of the route's own
 * chunks, compressed, following static imports.
 * Usage: `node apps/web/vite/first-load.ts [route chunk names] [--dist DIR]`, for example `creator-search.index`.
 */
const web = path.resolve(import.meta.dirname, '..');
const names = process.argv
  .slice(2)
  .filter((word, index, all) => !/^--/.test(word) && all[index - 1] !== '--dist');
const at = process.argv.indexOf('--dist');
const dist = at > 0 ? path.resolve(process.argv[at + 1] ?? '') : path.join(web, 'dist');
if (!existsSync(dist)) spawnSync('node_modules/.bin/vite', ['build'], { cwd: web, stdio: 'inherit' });

const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
const assets = readdirSync(path.join(dist, 'assets'));
const wanted = names.length > 0 ? names : ['campaigns.index'];
const starts = [
  ...[...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? ''),
  ...['_member', ...wanted].flatMap((name) =>
    assets
      .filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))
      .map((file) => `assets/${file}`),
  ),
];

const seen = new Set<string>();
const follow = (file: string): void => {
  if (seen.has(file) || !existsSync(path.join(dist, file))) return;
  seen.add(file);
  if (!file.endsWith('.js')) return;
  const code = readFileSync(path.join(dist, file), 'utf8');
  for (const [, next] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    follow(`assets/${next}`);
};
starts.forEach(follow);
// The styles of a lazily loaded chunk are named in the table of dependencies of the main script.
const table =
  starts
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(dist, file), 'utf8'))
    .find((code) => code.includes('__vite__mapDeps')) ?? '';
const listed = /m\.f=?\[([^\]]*)\]|__vite__mapDeps[^[]*\[([^\]]*)\]/.exec(table);
const files = [...(listed?.[1] ?? listed?.[2] ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
const loads = /import\(["'`]\.\/([^"'`]+)["'`]\)(?:\.then\([^)]*\))?,__vite__mapDeps\(\[([\d,]*)\]/g;
for (const match of table.matchAll(loads)) {
  if (!seen.has(`assets/${match[1]}`)) continue;
  for (const index of (match[2] ?? '').split(',')) {
    const file = files[Number(index)];
    if (file) follow(file);
  }
}

let gzip = 0;
let brotli = 0;
for (const file of [...seen].sort()) {
  const content = readFileSync(path.join(dist, file));
  const sizes = { gzip: gzipSync(content, { level: 9 }).length, brotli: brotliCompressSync(content).length };
  gzip += sizes.gzip;
  brotli += sizes.brotli;
  console.log(`${String(sizes.gzip).padStart(7)} ${String(sizes.brotli).padStart(7)}  ${file}`);
}
console.log(
  `${String(gzip).padStart(7)} ${String(brotli).padStart(7)}  gzip and brotli bytes, ${wanted.join(', ')}`,
);
