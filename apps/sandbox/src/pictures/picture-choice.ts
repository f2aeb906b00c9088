import { readdirSync } from 'node:fs';
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
const KINDS: Record<string, string> = {
  outdoor: 'mountains tent trail peak backpack forest campfire lake bottle sunset',
  hik: 'mountains trail backpack peak tent bottle forest',
  camp: 'tent campfire lake forest backpack mountains',
  climb: 'peak mountains backpack trail bottle',
  run: 'runner shoe medal trail bottle mountains watch',
  cycl: 'bike trail medal bottle mountains watch',
  bik: 'bike trail medal bottle mountains',
  fit: 'dumbbell runner yoga bottle shoe watch avocado',
  gym: 'dumbbell bottle shoe runner watch',
  sport: 'ball runner medal bike shoe dumbbell skateboard surfboard',
  football: 'ball medal shoe runner',
  yoga: 'yoga candle plant bottle sunset citrus',
  well: 'yoga candle plant citrus cream bowl sunset',
  health: 'yoga bowl citrus avocado bottle runner',
  surf: 'surfboard sea palms sunset sunglasses',
  skat: 'skateboard shoe city t-shirt',
  travel: 'plane suitcase palms city balloon sea mountains camera desert',
  adventure: 'mountains balloon tent sea desert plane backpack',
  nature: 'forest lake mountains sea flowers plant sunset',
  food: 'bowl pizza cake pan avocado citrus coffee ice-cream',
  cook: 'pan bowl pizza avocado citrus cake',
  bak: 'cake ice-cream coffee pan',
  vegan: 'bowl avocado citrus plant coffee',
  coffee: 'coffee cake books candle',
  drink: 'cocktail coffee citrus bottle',
  fashion: 'dress t-shirt handbag sunglasses shoe watch portrait',
  style: 'dress sunglasses handbag portrait watch t-shirt shoe',
  luxur: 'watch handbag perfume car sunglasses',
  jewel: 'watch perfume portrait handbag',
  beauty: 'lipstick make-up cream perfume portrait flowers',
  skin: 'cream portrait citrus plant candle',
  make: 'make-up lipstick portrait perfume',
  hair: 'portrait cream perfume make-up',
  tech: 'monitor laptop phone headphones camera game-pad watch',
  gadget: 'phone headphones watch camera laptop',
  gam: 'game-pad monitor headphones laptop',
  music: 'guitar headphones microphone monitor',
  podcast: 'microphone headphones books coffee',
  comed: 'microphone phone portrait pizza',
  entertain: 'microphone game-pad guitar phone portrait',
  dance: 'headphones shoe portrait yoga',
  photo: 'camera mountains city portrait sunset sea',
  film: 'camera monitor microphone city',
  art: 'brush camera flowers window books',
  diy: 'brush armchair plant candle blocks',
  craft: 'brush candle gift blocks flowers',
  home: 'armchair plant window candle flowers coffee',
  interior: 'armchair window plant candle flowers',
  decor: 'armchair window flowers candle',
  garden: 'plant flowers window forest citrus',
  plant: 'plant flowers window forest',
  famil: 'blocks dog gift cake window ice-cream',
  parent: 'blocks gift cat window cake',
  kid: 'blocks ice-cream gift ball balloon',
  mom: 'blocks gift window cake coffee',
  pet: 'dog cat ball plant',
  animal: 'dog cat forest',
  book: 'books coffee candle window',
  educat: 'books laptop chart brush',
  scien: 'books laptop chart monitor',
  business: 'chart laptop coffee phone city',
  financ: 'chart laptop phone city',
  market: 'chart phone laptop city',
  auto: 'car city suitcase desert',
  car: 'car city suitcase desert',
  moto: 'car desert city sunset',
  life: 'coffee plant city portrait sunset books flowers phone',
  shop: 'handbag gift dress shoe phone',
};

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
