import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, run } from '../failure.ts';
import { root } from '../folders.ts';
import { isUsable, STATED_ELSEWHERE } from './licenses.ts';

const usage = 'Use: npm run dependencies [-- [--sbom FILE] [--online] [NAME...]]';
/** The workspaces that an installation runs; the others are for development. */
const PRODUCTION = ['api', 'auth', 'web', 'portal', 'scripts'].map((name) => `@troupe/${name}`);

/**
 * `npm run dependencies`: lists every production dependency with version, license and size, and fails on a license that
 * an AGPL project can't use. `--sbom FILE` writes them as CycloneDX JSON. `--online` asks the configured registry for
 * release dates of direct dependencies (of the named ones, if there are names) and for known advisories.
 */
async function main(): Promise<number> {
  const { sbom, online, names } = read(process.argv.slice(2));
  const document = await readProduction();
  const libraries = await Promise.all(document.components.filter(isLibrary).map(toLibrary(document)));
  const listed = libraries.filter(({ name }) => names.length === 0 || names.includes(name));
  const missing = names.find((name) => !libraries.some((library) => library.name === name));
  if (missing) throw new Failure(`${missing} isn't a production dependency.`);
  const dates = online ? await releaseDates(listed) : new Map<string, string>();
  print(listed, dates);
  const direct = libraries.filter(({ direct }) => direct).length;
  console.log(`\n${libraries.length} production dependencies, ${direct} of them direct.`);
  if (online) await printAdvisories();
  else console.log('Release dates and advisories: not requested. Add --online to ask the registry.');
  if (sbom) writeFileSync(path.resolve(process.env.INIT_CWD ?? root, sbom), `${JSON.stringify(document)}\n`);
  const unusable = libraries.filter(({ license }) => !isUsable(license));
  for (const { name, version, license } of unusable)
    console.error(`${name} ${version}: an AGPL project can't use the license "${license || 'none'}".`);
  return unusable.length > 0 ? 1 : 0;
}

function read(args: string[]): { sbom?: string; online: boolean; names: string[] } {
  try {
    const options = { sbom: { type: 'string' }, online: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { sbom: values.sbom, online: values.online ?? false, names: positionals };
  } catch {
    throw new Failure(usage);
  }
}

/** What we read of a CycloneDX document. */
type Sbom = { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] };
type Component = {
  'bom-ref': string;
  purl: string;
  version: string;
  properties: { name: string; value: string }[];
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
};

/**
 * Returns npm's SBOM of the package lock, limited to production. `npm sbom --omit dev` would do, but it also omits what one
 * workspace needs in production and another in development (npm 11), such as sharp.
 */
async function readProduction(): Promise<Sbom> {
  const { said, ok } = await npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  if (!ok) throw new Failure(`npm sbom failed. It needs npm 10 or newer. ${said.slice(0, 300)}`);
  const document = JSON.parse(said) as Sbom;
  const components = new Map(document.components.map((component) => [component['bom-ref'], component]));
  const edges = new Map(document.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const needed = new Set<string>();
  const queue = [...components.keys()].filter((ref) => PRODUCTION.includes(nameOf(ref)));
  if (queue.length < PRODUCTION.length) throw new Failure('npm sbom lacks a workspace of production.');
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    const component = components.get(ref);
    if (needed.has(ref) || !component || has(component, 'development')) continue;
    needed.add(ref);
    queue.push(...(edges.get(ref) ?? []));
  }
  document.components = document.components.filter((component) => needed.has(component['bom-ref']));
  document.dependencies = document.dependencies
    .filter(({ ref }) => !components.has(ref) || needed.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => needed.has(other)) }));
  for (const component of document.components) {
    const stated = STATED_ELSEWHERE.get(nameOf(component['bom-ref']));
    if (stated) component.licenses = [{ license: { id: stated.license } }];
  }
  return document;
}

/** Returns the name of `name@version`. */
const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'));

const has = ({ properties }: Component, name: string) =>
  properties.some((property) => property.name === `cdx:npm:package:${name}`);

const isLibrary = (component: Component) => !has(component, 'private');

type Library = { name: string; version: string; license: string; bytes?: number; direct: boolean };

function toLibrary({ components, dependencies }: Sbom): (component: Component) => Promise<Library> {
  const ours = new Set(components.filter((one) => !isLibrary(one)).map((one) => one['bom-ref']));
  const direct = new Set(
    dependencies.filter(({ ref }) => ours.has(ref)).flatMap(({ dependsOn }) => dependsOn),
  );
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages as Record<
    string,
    { version?: string }
  >;
  const places = Object.keys(locked).filter((place) => place.includes('node_modules/'));
  return async (component) => {
    const ref = component['bom-ref'];
    const name = nameOf(ref);
    const place = places.find(
      (one) => one.endsWith(`node_modules/${name}`) && locked[one]?.version === component.version,
    );
    return {
      name,
      version: component.version,
      license: (component.licenses ?? [])
        .map((one) => ('expression' in one ? one.expression : (one.license.id ?? one.license.name ?? '')))
        .join(' AND '),
      bytes: place ? await sizeOf(path.join(root, place)) : undefined,
      direct: direct.has(ref),
    };
  };
}

/** Returns the size of an installed package without the ones below it, or undefined if it isn't installed here. */
async function sizeOf(folder: string): Promise<number | undefined> {
  if (!existsSync(folder)) return undefined;
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += (await sizeOf(file)) ?? 0;
    else if (entry.isFile()) bytes += statSync(file).size;
  }
  return bytes;
}

function print(libraries: Library[], dates: Map<string, string>): void {
  const rows = libraries
    .toSorted((a, b) => Number(b.direct) - Number(a.direct) || a.name.localeCompare(b.name))
    .map(({ name, version, license, bytes, direct }) => [
      name,
      version,
      license || 'none',
      bytes === undefined ? 'not installed' : `${(bytes / 1000).toFixed(0)} kB`,
      dates.get(name) ?? '',
      direct ? 'direct' : '',
    ]);
  const header = ['Package', 'Version', 'License', 'Size', dates.size > 0 ? 'Released' : '', ''];
  const widths = header.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  for (const row of [header, ...rows])
    console.log(
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Returns for each direct dependency when its newest version was released, and how the installed one compares. */
async function releaseDates(libraries: Library[]): Promise<Map<string, string>> {
  const dates = new Map<string, string>();
  for (const { name, version, direct } of libraries) {
    if (!direct) continue;
    const { ok, said } = await npm('view', name, 'version', 'time', '--json');
    if (!ok) {
      console.log(`The registry couldn't be asked for release dates (${reasonOf(said)}).\n`);
      return dates;
    }
    const { version: latest, time } = JSON.parse(said) as { version: string; time: Record<string, string> };
    const date = time[latest]?.slice(0, 10) ?? 'unknown';
    dates.set(
      name,
      latest === version ? date : `${date} (${latest}; this one ${time[version]?.slice(0, 10)})`,
    );
  }
  return dates;
}

async function printAdvisories(): Promise<void> {
  const { said } = await npm('audit', '--omit', 'dev', '--json');
  const answer = parseJson(said) as
    | {
        vulnerabilities?: Record<
          string,
          { severity: string; range: string; via: (string | { title: string })[] }
        >;
      }
    | undefined;
  if (!answer?.vulnerabilities) {
    console.log(`The registry couldn't be asked for advisories (${reasonOf(said)}).`);
    return;
  }
  const found = Object.entries(answer.vulnerabilities);
  console.log(found.length === 0 ? 'No known advisories.' : 'Known advisories:');
  for (const [name, { severity, range, via }] of found) {
    const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : one.title));
    console.log(`  ${name} ${range}: ${severity}, ${titles.join('; ')}`);
  }
}

/** Returns npm's reason without addresses. */
function reasonOf(said: string): string {
  const { message, error } = (parseJson(said) ?? {}) as { message?: string; error?: { summary?: string } };
  const text = message || error?.summary || 'no answer';
  return text.replace(/ - [A-Z]+ https?:.*$/s, '').replace(/https?:\S+/g, 'the registry');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs npm in the repository; its standard output is the answer, also of a failure. */
function npm(...words: string[]): Promise<{ ok: boolean; said: string }> {
  return new Promise((resolve) => {
    const child = spawn('npm', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.on('error', (error) => resolve({ ok: false, said: JSON.stringify({ message: error.message }) }));
    child.on('close', (code) => resolve({ ok: code === 0, said }));
  });
}

await run(main);
