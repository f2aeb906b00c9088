import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Archive, ArchiveWriter } from './archive.ts';

/** Result of a pass over a folder. */
export interface FilesPass {
  added: number;
  /** Kept from an earlier pass or an interrupted run. */
  kept: number;
}

/** Lists the files of a folder, relative to it. */
async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * Adds the files of a folder that the backup doesn't have yet in their current version, and forgets those that are
 * gone.
 */
export async function addFiles(archive: ArchiveWriter, label: string, folder: string): Promise<FilesPass> {
  const pass: FilesPass = { added: 0, kept: 0 };
  const files = await listFiles(folder);
  const there = new Set(files.map((file) => `${label}/${file}`));
  for (const { name } of archive.all)
    if (name.startsWith(`${label}/`) && !there.has(name)) archive.forget(name);
  for (const file of files) {
    const name = `${label}/${file}`;
    const full = path.join(folder, file);
    // A file deleted since it was listed is deleted in the installation too.
    const found = await stat(full).catch(() => null);
    if (!found) continue;
    const changed = Math.round(found.mtimeMs);
    const before = archive.find(name);
    if (before?.bytes === found.size && before.changed === changed) pass.kept++;
    else if (await addFile(archive, { name, changed }, full, found.size)) pass.added++;
  }
  return pass;
}

async function addFile(
  archive: ArchiveWriter,
  { name, changed }: { name: string; changed: number },
  full: string,
  size: number,
): Promise<boolean> {
  // A file that grows is an unfinished upload, which resumes from the bytes that are there.
  const data = size === 0 ? [] : createReadStream(full, { end: size - 1, highWaterMark: 1024 ** 2 });
  const chunks = async function* () {
    for await (const chunk of data) yield chunk as Buffer;
  };
  try {
    await archive.add({ kind: 'file', name, compressed: false, changed }, chunks());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Writes the files of a backup below their folders; those of an interrupted restore stay. */
export async function restoreFiles(
  archive: Archive<unknown>,
  folders: Record<string, string>,
): Promise<FilesPass> {
  const pass: FilesPass = { added: 0, kept: 0 };
  for (const entry of archive.entries.filter(({ kind }) => kind === 'file')) {
    const [label = ''] = entry.name.split('/', 1);
    const folder = folders[label];
    if (!folder) continue;
    const full = path.resolve(folder, entry.name.slice(label.length + 1));
    if (!full.startsWith(path.resolve(folder) + path.sep)) continue;
    const there = await stat(full).catch(() => null);
    const changed = entry.changed ?? 0;
    if (there?.size === entry.bytes && Math.round(there.mtimeMs) === changed) {
      pass.kept++;
      continue;
    }
    await mkdir(path.dirname(full), { recursive: true, mode: 0o700 });
    const draft = `${full}.restoring`;
    const handle = await open(draft, 'w', 0o600);
    try {
      for await (const chunk of archive.read(entry)) await handle.write(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await utimes(draft, changed / 1000, changed / 1000);
    await rename(draft, full);
    pass.added++;
  }
  return pass;
}

/** Whether a folder contains files. */
export async function hasFiles(folder: string): Promise<boolean> {
  return (await listFiles(folder)).length > 0;
}

/** Deletes everything in a folder, which may be a mounted volume. */
export async function emptyFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder))
    await rm(path.join(folder, name), { recursive: true, force: true });
}
