import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../folders.ts';

/** Hashes what a build of these folders depends on, which excludes generated files, tests and test helpers. */
export function fingerprint(folders: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const folder of folders) {
    for (const file of filesBelow(path.join(root, folder))) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (/^(dist|node_modules|testing|\..*)$/.test(entry.name)) return [];
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(file);
      return /\.(gen|test|fixture)\.tsx?$|\.md$/.test(entry.name) ? [] : [file];
    });
}
