import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const font = (name: string) =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`));
const own = (name: string) => path.join(import.meta.dirname, 'assets', name);

const sources: Record<string, { file: string; type: string }> = {
  'auth.css': { file: own('auth.css'), type: 'text/css; charset=utf-8' },
  'inter.css': { file: own('inter.css'), type: 'text/css; charset=utf-8' },
  'password.js': { file: own('password.js'), type: 'text/javascript; charset=utf-8' },
  'passkey.js': { file: own('passkey.js'), type: 'text/javascript; charset=utf-8' },
  'mark.svg': { file: own('mark.svg'), type: 'image/svg+xml' },
  'inter-latin.woff2': { file: font('latin'), type: 'font/woff2' },
  'inter-latin-ext.woff2': { file: font('latin-ext'), type: 'font/woff2' },
};

/** A static file in memory. */
export interface Asset {
  type: string;
  body: Buffer;
}

const assets = new Map<string, Asset>(
  Object.entries(sources).map(([name, { file, type }]) => [name, { type, body: readFileSync(file) }]),
);

/**
 * One version for all files: the style sheet references the fonts, so their URLs change together.
 */
const version = createHash('sha256')
  .update([...assets.values()].map(({ body }) => createHash('sha256').update(body).digest('hex')).join())
  .digest('hex')
  .slice(0, 12);

/** Returns a file's URL, which changes with the files so browsers can cache it indefinitely. */
export const assetPath = (name: string): string => `/assets/${version}/${name}`;

/** @returns the file, and whether the URL has the current version */
export function findAsset(askedVersion: string, name: string): (Asset & { current: boolean }) | undefined {
  const asset = assets.get(name);
  return asset && { ...asset, current: askedVersion === version };
}
