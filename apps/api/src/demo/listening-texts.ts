import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { Sentiment } from '@troupe/domain/listening/mention';

/** A text that many people could have written: `{n}`, `{place}` and `{item}` vary. */
export interface DemoText {
  lang: string;
  sentiment: Sentiment;
  text: string;
  /** Where it is written; Bluesky if left out. */
  sources?: readonly SourceKind[];
  title?: string;
  /** Not about the brand. */
  irrelevant?: true;
}

const POSTS = ['bluesky', 'bluesky', 'bluesky', 'mastodon'] as const;
const TALK = ['reddit', 'hacker-news'] as const;
const NEWS = ['feed', 'gdelt'] as const;

/** What people write about Larkmoor. */
export const LARKMOOR_TEXTS: readonly DemoText[] = [
  {
    lang: 'en',
    sentiment: 1,
    sources: POSTS,
    text: '{n} miles in sideways rain near {place} and the Larkmoor {item} kept me bone dry. Genuinely impressed.',
  },
  {
    lang: 'en',
    sentiment: -1,
    sources: POSTS,
    text: 'The zip on my Larkmoor {item} broke again after {n} days. Second one this year, not good enough.',
  },
  {
    lang: 'en',
    sentiment: 1,
    sources: POSTS,
    text: 'Larkmoor repaired my torn sleeve in {n} days, no questions asked. Love a company that repairs things.',
  },
  {
    lang: 'en',
    sentiment: 0,
    sources: POSTS,
    text: 'Does anybody know how the Larkmoor {item} fits? Between sizes and {n} days before a trip to {place}.',
  },
  {
    lang: 'en',
    sentiment: -1,
    sources: POSTS,
    text: 'Ordered a Larkmoor {item} {n} days ago and still nothing. Support does not answer. Frustrating.',
  },
  {
    lang: 'en',
    sentiment: 1,
    sources: POSTS,
    text: 'Three winters in {place} with the same Larkmoor {item}. Worth every penny.',
  },
  {
    lang: 'en',
    sentiment: -1,
    sources: POSTS,
    text: 'The new Larkmoor {item} is {n}% more expensive and thinner. What happened?',
  },
  {
    lang: 'en',
    sentiment: 0,
    sources: POSTS,
    text: 'Packing for {place}: Larkmoor {item}, two pairs of socks, {n} gels.',
  },
  {
    lang: 'en',
    sentiment: 0,
    sources: TALK,
    title: 'Larkmoor {item}: long-term experience?',
    text: 'I have used one for {n} months and wonder how the membrane ages. Larkmoor says it can be re-proofed.',
  },
  {
    lang: 'en',
    sentiment: 1,
    sources: TALK,
    title: 'Larkmoor publishes repair guides for every jacket',
    text: 'All {n} guides are free, with patterns and parts. More companies should do this.',
  },
  {
    lang: 'en',
    sentiment: 0,
    sources: NEWS,
    title: 'Larkmoor opens repair workshop in {place}',
    text: 'The outdoor brand Larkmoor will repair jackets of any make. The workshop has {n} employees.',
  },
  {
    lang: 'en',
    sentiment: 0,
    sources: NEWS,
    title: 'Rain shells compared: Larkmoor, Norhaven, Trailkin',
    text: 'We tested {n} jackets in {place}. The Larkmoor {item} was the lightest, the Norhaven the warmest.',
  },
  {
    lang: 'de',
    sentiment: 1,
    sources: POSTS,
    text: 'Meine Larkmoor Jacke hält auch nach {n} Touren bei {place} noch dicht. Absolute Empfehlung.',
  },
  {
    lang: 'de',
    sentiment: -1,
    sources: POSTS,
    text: 'Larkmoor liefert seit {n} Tagen nicht, und der Kundendienst schweigt. Sehr enttäuschend.',
  },
  {
    lang: 'es',
    sentiment: 1,
    sources: POSTS,
    text: 'La chaqueta de Larkmoor aguantó {n} horas de tormenta en {place}. Me encanta.',
  },
  {
    lang: 'es',
    sentiment: -1,
    sources: POSTS,
    text: 'La cremallera de mi chaqueta Larkmoor se rompió a los {n} días. Qué decepción.',
  },
  {
    lang: 'pt',
    sentiment: 1,
    sources: POSTS,
    text: 'Testei o casaco da Larkmoor {n} dias em {place}: leve, confortável e seco por dentro.',
  },
  {
    lang: 'fr',
    sentiment: 0,
    sources: POSTS,
    text: 'Reçu ma veste Larkmoor après {n} jours. Belle coupe, la fermeture accroche un peu.',
  },
  {
    lang: 'it',
    sentiment: 1,
    sources: POSTS,
    text: 'Giacca Larkmoor provata a {place} per {n} giorni: bella e asciutta.',
  },
  {
    lang: 'en',
    sentiment: 0,
    irrelevant: true,
    text: 'Roadworks on Larkmoor Street all week, expect delays of {n} minutes',
  },
];

/** What people write about its competitors. */
export const COMPETITOR_TEXTS: readonly DemoText[] = [
  { lang: 'en', sentiment: 1, sources: POSTS, text: 'Norhaven {item} kept me warm at minus {n} in {place}' },
  {
    lang: 'en',
    sentiment: -1,
    sources: POSTS,
    text: 'My Norhaven {item} soaked through after {n} minutes of rain',
  },
  { lang: 'en', sentiment: 0, sources: POSTS, text: 'Trailkin has a sale on the {item}, {n}% off' },
  { lang: 'en', sentiment: -1, sources: POSTS, text: 'Trailkin {item} seams came apart on day {n}' },
  {
    lang: 'en',
    sentiment: 1,
    sources: TALK,
    title: 'Trailkin {item} review',
    text: 'After {n} runs around {place} I am happy with it.',
  },
  {
    lang: 'de',
    sentiment: 0,
    sources: POSTS,
    text: 'Norhaven oder Trailkin für {place}? Suche eine Jacke für {n} Tage Regen.',
  },
];

/** The story of one day that many repeat. */
export const RECALL_TEXT =
  'Trailkin recalls a rain jacket because seams may leak. Larkmoor and Norhaven jackets are not affected, say the companies.';

export const DEMO_PLACES = ['Leeds', 'Bergen', 'Köln', 'Sevilla', 'Porto', 'Lyon', 'Denver', 'Inverness'];
export const DEMO_ITEMS = ['rain jacket', 'shell', 'trail vest', 'anorak'];

/** Handle, name and followers of people who write. */
export const DEMO_AUTHORS: readonly (readonly [string, string, number])[] = [
  ['fellsidetom', 'Tom Aldridge', 1840],
  ['pacerunner', 'Ines Duarte', 5200],
  ['gearnotes', 'Gear Notes', 22_400],
  ['quietridge', 'Quiet Ridge', 640],
  ['maraclimbs', 'Mara', 930],
  ['wetboots', 'Wet Boots Podcast', 3100],
  ['nordweg', 'Jonas Brandt', 1270],
  ['bergfrau', 'Lena', 760],
  ['rutasur', 'Rutas del Sur', 4300],
  ['senderista', 'Marta Gil', 520],
  ['trilhando', 'Trilhando', 1900],
  ['randodoux', 'Rando Douce', 2250],
  ['hollowpine', 'Hollow Pine', 310],
  ['lowcloud', 'Low Cloud', 88],
  ['kitlist', 'The Kit List', 48_900],
  ['ridgeandriver', 'Ridge & River', 7600],
];
