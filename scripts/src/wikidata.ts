import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import { mayMatter, readWikidataEntity, type WikidataPerson } from '@troupe/domain/discovery/wikidata-entity';
import { Failure, run } from './failure.ts';

const HEADERS = [
  'Platform',
  'Username',
  'Platform ID',
  'Full name',
  'Bio',
  'Country',
  'Language',
  'Category',
  'Followers',
  'Figures as of',
  'Picture',
];

/** Lines between two marks from which a stopped run continues. */
const MARK_EVERY = 200_000;

/** Where a run stands: lines read, bytes of people written, and codes seen so far. */
interface Mark {
  source: string;
  lines: number;
  bytes: number;
  people: number;
  codes: Record<string, string>;
}

/**
 * `npm run wikidata -- DUMP FILE.csv`: turns a JSON dump of Wikidata (plain or `.gz`; `-` reads standard input) into a
 * file of creators for the import. Streams, and continues where a stopped run with the same dump was.
 */
await run(async () => {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { limit: { type: 'string' } },
  });
  const [input, output] = positionals;
  if (!input || !output)
    throw new Failure('Usage: npm run wikidata -- DUMP.json.gz creators.csv [--limit LINES]');
  const limit = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
  const part = `${output}.part`;
  const state = `${output}.state`;
  const mark = begin(input, part, state);
  if (mark.lines > 0) console.log(`Continuing after ${mark.lines} lines.`);
  const isDone = await collect(openDump(input), part, mark, { state, limit });
  if (!isDone) return 0;
  const profiles = await finish(part, output, mark.codes);
  rmSync(part);
  rmSync(state);
  console.log(
    `${profiles} profiles of ${mark.people} people in ${output}. Import it for everyone, under Administration.`,
  );
  return 0;
});

/** Returns the mark of an earlier run on the same dump, and truncates the output after it; otherwise starts over. */
function begin(input: string, part: string, state: string): Mark {
  const source = nameOf(input);
  const fresh: Mark = { source, lines: 0, bytes: 0, people: 0, codes: {} };
  if (existsSync(state) && existsSync(part)) {
    const known = JSON.parse(readFileSync(state, 'utf8')) as Mark;
    if (known.source === source && statSync(part).size >= known.bytes) {
      truncateSync(part, known.bytes);
      return known;
    }
  }
  writeFileSync(part, '');
  return fresh;
}

/** Tells dumps apart by size and their first 64 kB. Standard input counts as always the same. */
function nameOf(input: string): string {
  if (input === '-') return '-';
  if (!existsSync(input)) throw new Failure(`${input} does not exist.`);
  const start = Buffer.alloc(65_536);
  const file = openSync(input, 'r');
  const read = readSync(file, start, 0, start.length, 0);
  closeSync(file);
  return `${statSync(input).size} ${createHash('sha256').update(start.subarray(0, read)).digest('hex')}`;
}

function openDump(input: string): Readable {
  if (input === '-') return process.stdin;
  const file = createReadStream(input, { highWaterMark: 1 << 20 });
  return input.endsWith('.gz') ? file.pipe(createGunzip()) : file;
}

/** Writes people as lines of JSON to `part`, and codes to the mark. Returns false if `limit` ended it. */
async function collect(
  dump: Readable,
  part: string,
  mark: Mark,
  { state, limit }: { state: string; limit: number },
): Promise<boolean> {
  const people = createWriteStream(part, { flags: 'a' });
  let line = 0;
  let isDone = true;
  const keep = async () => {
    // What the mark counts must be on disk before it.
    await new Promise((resolve) => people.write('', resolve));
    mark.lines = line;
    writeFileSync(`${state}.new`, JSON.stringify(mark));
    renameSync(`${state}.new`, state);
  };
  for await (const text of createInterface({ input: dump, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (line <= mark.lines) continue;
    if (line > limit) {
      isDone = false;
      line -= 1;
      break;
    }
    const found = mayMatter(text) ? readLine(text) : null;
    if (found?.kind === 'person') {
      const entry = `${JSON.stringify(found)}\n`;
      mark.people += 1;
      mark.bytes += Buffer.byteLength(entry);
      if (!people.write(entry)) await new Promise((resolve) => people.once('drain', resolve));
    } else if (found) mark.codes[found.id] = found.code;
    if (line % MARK_EVERY === 0) {
      await keep();
      console.log(`${line} lines, ${mark.people} people`);
    }
  }
  await keep();
  people.end();
  await finished(people);
  dump.destroy();
  return isDone;
}

/** A line of a dump: an entity, with a comma unless it is the last. Broken lines are skipped. */
function readLine(text: string) {
  try {
    return readWikidataEntity(JSON.parse(text.replace(/,\s*$/, '')));
  } catch {
    return null;
  }
}

/** Writes the file for the import: one row for each profile. */
async function finish(part: string, output: string, codes: Record<string, string>): Promise<number> {
  const file = createWriteStream(`${output}.new`);
  file.write(CSV_BOM + csvLine(HEADERS));
  let profiles = 0;
  for await (const line of createInterface({ input: createReadStream(part) })) {
    const person = JSON.parse(line) as WikidataPerson;
    for (const row of rowsOf(person, codes)) {
      profiles += 1;
      if (!file.write(csvLine(row))) await new Promise((resolve) => file.once('drain', resolve));
    }
  }
  file.end();
  await finished(file);
  renameSync(`${output}.new`, output);
  return profiles;
}

function rowsOf(person: WikidataPerson, codes: Record<string, string>): (string | number)[][] {
  const code = (id: string | null) => (id && Object.hasOwn(codes, id) ? (codes[id] ?? '') : '');
  return person.profiles.map((profile) => [
    profile.platform,
    profile.username ?? '',
    profile.socialId ?? '',
    person.name,
    person.description,
    code(person.country),
    code(person.language),
    person.categories.join(', '),
    profile.followerCount ?? '',
    profile.asOf ?? '',
    person.picture ?? '',
  ]);
}
