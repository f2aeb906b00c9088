/** Something that a person says of a brand or of something else. */
interface Saying {
  text: string;
  title: string;
  language: string;
  tags: string[];
}

const say = (title: string, text: string, tags: string, language = 'en'): Saying => ({
  title,
  text,
  tags: tags.split(' ').filter(Boolean),
  language,
});

/** What the demo brands' public says, in several languages and moods, between posts about other things. */
export const SAYINGS: readonly Saying[] = [
  say(
    'Larkmoor jacket after two winters',
    'Two winters in, my Larkmoor jacket still beads rain like new. The zip got fixed for free, which no one else does.',
    'larkmoor hiking',
  ),
  say(
    'Larkmoor repair desk kept my pack for five weeks',
    'Five weeks without an answer from the Larkmoor repair desk. The pack came back with the strap still loose. Very disappointed.',
    'larkmoor',
  ),
  say(
    'Looking for a shell for wet runs',
    'Is the Lark Moor shell worth it for wet trail runs, or does it get clammy? I sweat a lot on climbs.',
    'trailrunning larkmoor',
  ),
  say(
    'Small brands that repair gear',
    'A list of brands that repair what they sell: Larkmoor, and three others that are worth your money.',
    'outdoor repair',
  ),
  say(
    'Larkmoor opens a second repair shop',
    'Outdoor maker Larkmoor opens its second repair shop in Porto this spring and hires twelve people.',
    'outdoor business',
  ),
  say(
    'Larkmoor gegen Regen',
    'Die Larkmoor Jacke hat drei Tage Dauerregen im Harz überstanden. Nur die Kapuze sitzt nicht gut.',
    'larkmoor wandern',
    'de',
  ),
  say(
    'La chaqueta Larkmoor en el Camino',
    'He llevado la chaqueta Larkmoor todo el Camino y estoy encantada. Ligera y aguanta la lluvia.',
    'larkmoor camino',
    'es',
  ),
  say(
    'Sac à dos Larkmoor',
    'Mon sac à dos Larkmoor a tenu tout le tour du Mont Blanc. Dommage que la poche latérale soit si petite.',
    'larkmoor randonnee',
    'fr',
  ),
  say(
    'Zipper broke on day two',
    'Larkmoor shell: zipper broke on day two of a five day trip. Support answered within an hour though, new one is on its way.',
    'larkmoor gear',
  ),
  say(
    'Autumn kit haul',
    'The Larkmoor autumn kit is out and the rust colour is beautiful. Code in my bio if you want it.',
    'larkmoor ad',
  ),
  say(
    'House on Larkmoor Lane',
    'For sale: three bedroom house on Larkmoor Lane, close to the station, garden facing south.',
    'property',
  ),
  say(
    'Copper & Bean cold brew',
    'Copper & Bean changed their cold brew blend and it is so much better now. Less bitter, more chocolate.',
    'coffee copperandbean',
  ),
  say(
    'My coffee subscription arrived late again',
    'Third month in a row that my Copper and Bean subscription arrives a week late. I am done.',
    'coffee copperandbean',
  ),
  say(
    'Roasteries that publish what farmers earn',
    'Copper & Bean now publishes what it pays for each lot. More roasteries should.',
    'coffee business',
  ),
  say(
    'Solvane serum, six weeks in',
    'Six weeks of the Solvane serum and my skin has calmed down. Short ingredient list, no perfume.',
    'skincare solvane',
  ),
  say(
    'Solvane broke me out',
    'I wanted to like Solvane, but it broke me out within days. Patch test first.',
    'skincare solvane',
  ),
  say(
    'Fernwell or Larkmoor for a first pack?',
    'Fernwell or Larkmoor for a first overnight pack? Fernwell is cheaper, Larkmoor is lighter.',
    'hiking larkmoor fernwell',
  ),
  say(
    'Norhaven or Larkmoor',
    'Tried the Norhaven rain jacket and the Larkmoor one side by side. Norhaven breathes better, Larkmoor lasts.',
    'larkmoor norhaven',
  ),
  say(
    'Norhaven sizing',
    'Norhaven sizes run small this year. Went up one and it still pulls at the shoulders.',
    'norhaven',
  ),
  say(
    'Trailkin pack first look',
    'First look at the new Trailkin pack: great straps, noisy fabric.',
    'trailkin gear',
  ),
  say(
    'Morning run before the rain',
    'Eleven kilometres before the rain came. The ridge was in cloud all the way.',
    'trailrunning',
  ),
  say(
    'What tent for a windy coast?',
    'We camp on a windy coast for a week. Which two person tent would you take?',
    'camping hiking',
  ),
  say('Oats, again', 'Overnight oats with plum and cardamom. The best part of a cold morning.', 'food'),
];

/** What people add, by language, so that not everybody says exactly the same. */
export const ADDED: Record<string, readonly string[]> = {
  en: [
    '',
    'Anyone else?',
    'Photos later.',
    'Just my two cents.',
    'Will report back after the weekend.',
    'Took me long enough to post this.',
    'My sister says the same.',
    'Bought it last month.',
  ],
  de: ['', 'Wer noch?', 'Bilder folgen.', 'Nur meine Meinung.'],
  es: ['', '¿Alguien más?', 'Luego subo fotos.', 'Es mi opinión.'],
  fr: ['', "Quelqu'un d'autre ?", 'Photos à suivre.', "C'est mon avis."],
};

export const NAMES = [
  'Ines Duarte',
  'Theo Brandt',
  'Maya Okafor',
  'Jonas Lind',
  'Clara Vogt',
  'Noor Haddad',
  'Pablo Reyes',
  'Elise Marchand',
  'Sam Whitlock',
  'Yuki Tanabe',
  'Rosa Bell',
  'Owen Price',
] as const;

export const SITES = [
  'ridgeline-news.test',
  'trail-notes.test',
  'morning-ledger.test',
  'cup-and-crema.test',
] as const;
