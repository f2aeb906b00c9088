import type { Motif } from './motif.ts';
import { foodMotifs } from './motifs-food.ts';
import { lifeMotifs } from './motifs-life.ts';
import { outdoorMotifs } from './motifs-outdoors.ts';
import { sportMotifs } from './motifs-sport.ts';
import { styleMotifs } from './motifs-style.ts';
import { thingMotifs } from './motifs-things.ts';
import { randomOf } from './random.ts';
import { svg } from './shape.ts';

/** Everything a thumbnail can show. */
export const motifs: readonly Motif[] = [
  ...outdoorMotifs,
  ...sportMotifs,
  ...foodMotifs,
  ...styleMotifs,
  ...thingMotifs,
  ...lifeMotifs,
];

const byName = new Map(motifs.map((motif) => [motif.name, motif]));

/** Motifs of a creator's category, most fitting first. Keys are word stems: `run` fits running and runner. */
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
 * The motifs of a kind: a motif's own name, or words about a category (`Outdoor`, `trail running`,
 * `beauty-and-skincare`). Words nobody knows leave the choice open to all.
 */
export function motifsOf(kind: string): readonly Motif[] {
  const exact = byName.get(kind.trim().toLowerCase());
  if (exact) return [exact];
  const names = new Set<string>();
  for (const word of kind.toLowerCase().split(/[^a-z]+/)) {
    if (byName.has(word)) names.add(word);
    const stem = word && Object.keys(KINDS).find((key) => word.startsWith(key));
    for (const name of stem ? (KINDS[stem] ?? '').split(' ') : []) names.add(name);
  }
  const found = [...names].flatMap((name) => byName.get(name) ?? []);
  return found.length > 0 ? found : motifs;
}

/** A content item's picture: a motif of its kind, its colours and side chosen by the seed. 4:3. */
export function drawThumb(seed: string, kind = ''): string {
  const random = randomOf(`thumb ${seed}`);
  const motif = random.pick(motifsOf(kind));
  const drawn = motif.draw(random);
  const content =
    motif.flips && random.chance(0.5) ? `<g transform="matrix(-1 0 0 1 160 0)">${drawn}</g>` : drawn;
  return svg(160, 120, 2, content);
}
