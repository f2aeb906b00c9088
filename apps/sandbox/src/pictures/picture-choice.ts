import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { randomOf } from '../platform/random.ts';

/** What a picture shows: a person, a content item, or a brand's mark. */
export const PICTURE_KINDS = ['avatar', 'thumb', 'brand'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

const assets = new URL('./assets/', import.meta.url);
const filesOf = (kind: PictureKind) => readdirSync(new URL(`${kind}/`, assets)).sort();
const files = { avatar: filesOf('avatar'), thumb: filesOf('thumb'), brand: filesOf('brand') };

/** Thumbnails are named after what they show: `tent-0.jpg` to `tent-2.jpg`. */
const motifOf = (file: string) => file.replace(/-\d+\.jpg$/, '');
const motifs = [...new Set(files.thumb.map(motifOf))];

/** Motifs that suit a creator's category, best first. Keys are word stems: `run` matches running and runner. */
const KINDS: Record<string, string> = JSON.parse(readFileSync(new URL('categories.json', assets), 'utf8'));

/**
 * Returns the motifs for a kind of content: a motif's own name, or words of a category (`Outdoor`, `trail running`,
 * `beauty-and-skincare`). Unknown words leave all motifs.
 */
export function motifsOf(kind: string): readonly string[] {
  const exact = kind.trim().toLowerCase();
  if (motifs.includes(exact)) return [exact];
  const words = exact.split(/[^a-z]+/).filter((word) => word !== '');
  const found = words.flatMap((word) => {
    const stem = Object.keys(KINDS).find((key) => word.startsWith(key));
    return [word, ...(stem ? (KINDS[stem] ?? '').split(' ') : [])];
  });
  const known = [...new Set(found)].filter((name) => motifs.includes(name));
  return known.length > 0 ? known : motifs;
}

/** Returns the path of the picture for a seed; one seed always gives the same picture. */
export function pictureFor(kind: PictureKind, seed: string, about = ''): string {
  const random = randomOf(`${kind} ${seed}`);
  if (kind !== 'thumb') return pathOf(kind, random.pick(files[kind]));
  const motif = random.pick(motifsOf(about));
  return pathOf(kind, random.pick(files.thumb.filter((file) => motifOf(file) === motif)));
}

const pathOf = (kind: PictureKind, file: string) => fileURLToPath(new URL(`${kind}/${file}`, assets));
