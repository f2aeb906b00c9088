import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { Failure } from '../failure.ts';
import { noSeal, passphraseSeal, type Seal } from './seal.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const FORMAT = 1;
/** Bytes of data per part, which is in memory while it is hashed, compressed and encrypted. */
const PART = 8 * 1024 ** 2;
const HEADER = 'troupe-backup.json';
const MANIFEST = 'manifest.json';

/** One table or file of a backup; its data is in parts. */
export interface Entry {
  kind: 'table' | 'file';
  name: string;
  compressed: boolean;
  /** Bytes of the data. */
  bytes: number;
  parts: Part[];
  /** Rows of a table. */
  rows?: number;
  /** Change time of a file, in milliseconds. */
  changed?: number;
}

/** A tar entry of the backup. */
interface Part {
  name: string;
  /** Offset and length of its content in the backup. */
  at: number;
  length: number;
  sha256: string;
}

/** First entry of the tar file. */
interface Header {
  format: number;
  id: string;
  salt: string | null;
  /** Opens only with the right passphrase. */
  probe: string;
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** Returns a tar entry's blocks, without the end of the file. */
async function tarEntry(name: string, content: Buffer): Promise<Buffer> {
  const one = pack();
  one.entry({ name, size: content.length, mode: 0o600, mtime: new Date() }, content);
  one.finalize();
  const blocks = Buffer.concat(await Readable.from(one).toArray());
  return blocks.subarray(0, -1024);
}

/**
 * Writes a backup: a tar file of hashed parts, in `FILE.part` until it is complete. A second run continues an
 * interrupted one; `FILE.part.log` lists its finished entries.
 */
export class ArchiveWriter {
  readonly id: string;
  readonly #file: string;
  readonly #seal: Seal;
  readonly #out: FileHandle;
  readonly #log: FileHandle;
  readonly #entries = new Map<string, Entry>();
  #at: number;
  #parts: number;

  private constructor(file: string, id: string, seal: Seal, out: FileHandle, log: FileHandle, at: number) {
    this.#file = file;
    this.id = id;
    this.#seal = seal;
    this.#out = out;
    this.#log = log;
    this.#at = at;
    this.#parts = 0;
  }

  /** @param passphrase encrypts everything but the names of parts */
  static async create(file: string, passphrase: string | undefined): Promise<ArchiveWriter> {
    const draft = `${file}.part`;
    if (existsSync(draft) && existsSync(`${draft}.log`)) return ArchiveWriter.#resume(file, passphrase);
    const id = randomUUID();
    const seal = passphrase ? await passphraseSeal(passphrase) : noSeal;
    const probe = seal.close(Buffer.from(id), `${id}/probe`).toString('base64');
    const header: Header = { format: FORMAT, id, salt: seal.salt, probe };
    const out = await open(draft, 'w', 0o600);
    const log = await open(`${draft}.log`, 'w', 0o600);
    await log.write(`${JSON.stringify(header)}\n`);
    const writer = new ArchiveWriter(file, id, seal, out, log, 0);
    await writer.#append(HEADER, Buffer.from(JSON.stringify(header, null, 2)));
    return writer;
  }

  static async #resume(file: string, passphrase: string | undefined): Promise<ArchiveWriter> {
    const draft = `${file}.part`;
    const [first = '', ...lines] = readFileSync(`${draft}.log`, 'utf8').split('\n');
    const header = JSON.parse(first) as Header;
    const seal = await sealOf(header, passphrase);
    const kept: Entry[] = [];
    for (const line of lines) {
      // The last line may be cut off. Tables are read again, because their snapshot is gone.
      const entry = readLine(seal, header.id, line);
      if (entry?.kind !== 'file') break;
      kept.push(entry);
    }
    const last = kept.flatMap(({ parts }) => parts).at(-1);
    if (!last) {
      rmSync(draft);
      rmSync(`${draft}.log`);
      return ArchiveWriter.create(file, passphrase);
    }
    const out = await open(draft, 'r+');
    const at = last.at + Math.ceil(last.length / 512) * 512;
    await out.truncate(at);
    const log = await open(`${draft}.log`, 'w', 0o600);
    await log.write(`${first}\n`);
    const writer = new ArchiveWriter(file, header.id, seal, out, log, at);
    for (const entry of kept) await writer.#keep(entry);
    console.log(`Continuing the interrupted backup, which has ${kept.length} files.`);
    return writer;
  }

  /** An entry written before, also by the interrupted run. */
  find(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  /** Adds a table or file and returns it. */
  async add(
    about: Pick<Entry, 'kind' | 'name' | 'compressed' | 'changed'>,
    data: AsyncIterable<Buffer>,
    finish: () => Pick<Entry, 'rows'> = () => ({}),
  ): Promise<Entry> {
    const parts: Part[] = [];
    let bytes = 0;
    let held: Buffer[] = [];
    let heldBytes = 0;
    const flush = async () => {
      const plain = Buffer.concat(held);
      held = [];
      heldBytes = 0;
      bytes += plain.length;
      parts.push(await this.#part(about, parts.length, plain));
    };
    for await (const chunk of data) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes >= PART) await flush();
    }
    if (heldBytes > 0 || parts.length === 0) await flush();
    const entry: Entry = Object.assign({ ...about }, { bytes, parts }, finish());
    await this.#keep(entry);
    return entry;
  }

  async #part(about: Pick<Entry, 'name' | 'compressed'>, index: number, plain: Buffer): Promise<Part> {
    const number = String(++this.#parts).padStart(6, '0');
    // Names of files may be personal.
    const label = this.#seal.salt ? '' : `-${about.name.replace(/[^\w.-]+/g, '_').slice(-60)}`;
    const name = `parts/${number}-${index}${label}${about.compressed ? '.zst' : ''}`;
    const content = this.#seal.close(about.compressed ? await compress(plain) : plain, `${this.id}/${name}`);
    const at = await this.#append(name, content);
    return { name, at, length: content.length, sha256: sha256(content) };
  }

  /** Returns the offset of the content. */
  async #append(name: string, content: Buffer): Promise<number> {
    const blocks = await tarEntry(name, content);
    await this.#out.write(blocks, 0, blocks.length, this.#at);
    this.#at += blocks.length;
    return this.#at - Math.ceil(content.length / 512) * 512;
  }

  async #keep(entry: Entry): Promise<void> {
    this.#entries.set(entry.name, entry);
    this.#parts = Math.max(this.#parts, ...entry.parts.map(({ name }) => Number(name.slice(6, 12))));
    const line = this.#seal.close(Buffer.from(JSON.stringify(entry)), `${this.id}/log`);
    await this.#log.write(`${line.toString('base64')}\n`);
  }

  /** Leaves out what is gone, such as a file that an interrupted run added. */
  forget(name: string): void {
    this.#entries.delete(name);
  }

  /** Everything added so far. */
  get all(): Entry[] {
    return [...this.#entries.values()];
  }

  /** Writes the manifest, reads the whole file again, and gives it its name. */
  async finish<About>(about: About): Promise<{ bytes: number; sha256: string }> {
    const manifest = Buffer.from(JSON.stringify({ about, entries: [...this.#entries.values()] }));
    await this.#append(MANIFEST, this.#seal.close(await compress(manifest), `${this.id}/${MANIFEST}`));
    await this.#out.write(Buffer.alloc(1024), 0, 1024, this.#at);
    await this.#out.sync();
    await this.#out.close();
    await this.#log.close();
    const draft = `${this.#file}.part`;
    const checked = await readArchive(draft, this.#seal);
    await rename(draft, this.#file);
    rmSync(`${draft}.log`);
    return { bytes: checked.bytes, sha256: checked.sha256 };
  }

  /** Closes an unfinished backup, which the next run continues. */
  async leave(): Promise<void> {
    await this.#out.close().catch(() => {});
    await this.#log.close().catch(() => {});
  }
}

function readLine(seal: Seal, id: string, line: string): Entry | undefined {
  try {
    return JSON.parse(seal.open(Buffer.from(line, 'base64'), `${id}/log`).toString()) as Entry;
  } catch {
    return undefined;
  }
}

async function sealOf(header: Header, passphrase: string | undefined): Promise<Seal> {
  if (header.format !== FORMAT)
    throw new Failure(`This backup has format ${header.format}; this version of Troupe reads ${FORMAT}.`);
  if (!header.salt) return noSeal;
  if (!passphrase)
    throw new Failure('This backup is encrypted. Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.');
  const seal = await passphraseSeal(passphrase, Buffer.from(header.salt, 'base64'));
  try {
    seal.open(Buffer.from(header.probe, 'base64'), `${header.id}/probe`);
  } catch {
    throw new Failure('The passphrase is wrong.');
  }
  return seal;
}

/** A verified backup. */
export interface Archive<About> {
  id: string;
  about: About;
  entries: Entry[];
  bytes: number;
  /** Of the whole file. */
  sha256: string;
  /** Reads the data of an entry. */
  read(entry: Entry): AsyncGenerator<Buffer>;
}

/**
 * Reads a backup and checks every part's hash.
 * @param key the passphrase, or the seal that wrote it
 * @throws Failure if it is incomplete or damaged, before anything is restored
 */
export async function readArchive<About>(
  file: string,
  key: Seal | string | undefined,
): Promise<Archive<About>> {
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`);
  const hashes = new Map<string, string>();
  const small = new Map<string, Buffer>();
  const whole = createHash('sha256');
  let bytes = 0;
  const tar = extract();
  const source = createReadStream(file, { highWaterMark: 1024 ** 2 });
  source.on('data', (chunk: string | Buffer) => {
    whole.update(chunk);
    bytes += chunk.length;
  });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const part of tar) {
      const hash = createHash('sha256');
      const kept: Buffer[] = [];
      for await (const chunk of part) {
        hash.update(chunk as Buffer);
        if (part.header.name === HEADER || part.header.name === MANIFEST) kept.push(chunk as Buffer);
      }
      hashes.set(part.header.name, hash.digest('hex'));
      if (kept.length > 0) small.set(part.header.name, Buffer.concat(kept));
    }
  } catch {
    throw damaged(file);
  }
  const head = small.get(HEADER);
  const end = small.get(MANIFEST);
  if (!head || !end) throw damaged(file);
  const header = JSON.parse(head.toString()) as Header;
  const seal = typeof key === 'object' ? key : await sealOf(header, key);
  const { about, entries } = await readManifest<About>(file, header, seal, end);
  for (const { name, sha256 } of entries.flatMap(({ parts }) => parts))
    if (hashes.get(name) !== sha256) throw damaged(file, name);
  return {
    id: header.id,
    about,
    entries,
    bytes,
    sha256: whole.digest('hex'),
    read: reader(file, header.id, seal),
  };
}

async function readManifest<About>(
  file: string,
  { id }: Header,
  seal: Seal,
  end: Buffer,
): Promise<{ about: About; entries: Entry[] }> {
  try {
    return JSON.parse((await decompress(seal.open(end, `${id}/${MANIFEST}`))).toString());
  } catch {
    throw damaged(file, MANIFEST);
  }
}

const damaged = (file: string, part?: string) =>
  new Failure(
    `${file} is incomplete or damaged${part ? ` (${part})` : ''}. Nothing was changed; use another backup.`,
  );

const reader = (file: string, id: string, seal: Seal) =>
  async function* (entry: Entry): AsyncGenerator<Buffer> {
    const handle = await open(file, 'r');
    try {
      for (const { name, at, length } of entry.parts) {
        const content = Buffer.alloc(length);
        await handle.read(content, 0, length, at);
        const plain = seal.open(content, `${id}/${name}`);
        yield entry.compressed ? await decompress(plain) : plain;
      }
    } finally {
      await handle.close();
    }
  };
