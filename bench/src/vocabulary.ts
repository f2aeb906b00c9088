/** The words that invented creators are made of; the seed writes them, the measurements look for them. */
export const SYLLABLES =
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za bra cle dri flo gru sta tre pli sno chu'.split(
    ' ',
  );
export const COMMON =
  'love life travel fitness food fashion beauty music art coach mum vegan yoga photography style recipes gaming dance makeup skincare running coffee books nature design comedy family health wellness tech business hello contact email world daily creator based living happy'.split(
    ' ',
  );
/** As often as they are named. */
export const COUNTRIES =
  'US US US US US BR BR IN IN IN GB GB DE FR ES IT ID ID MX JP KR TR CA AU NL PL AR SE NO CH AT PT IE NZ ZA IS'.split(
    ' ',
  );
export const LANGUAGES = 'en en en en en es es pt de fr it id ja ko tr nl pl sv no hi ar is'.split(' ');
/** Frequent ones first. */
export const CATEGORIES =
  'Fashion Beauty Fitness Food Travel Music Gaming Comedy Family Technology Art Sports Business Books Pets Home Cars Photography Dance Education Health Nature Weddings Science Chess Falconry'.split(
    ' ',
  );
/** Words are numbered by how often they come, by the law of Zipf and Mandelbrot: 1 / (n + {@link FLATTENED}). */
export const WORDS = 60_000;
/** Keeps the commonest words from being in every second sentence: the first is in 1 of 7, the 1000th in 1 of 600. */
export const FLATTENED = 10;

/** The number of a word, from a number between 0 and 1. */
export const wordNumber = (random: number): number =>
  Math.max(1, Math.ceil(FLATTENED * ((WORDS + FLATTENED) / FLATTENED) ** random) - FLATTENED);

const syllable = (n: number) => SYLLABLES[Math.floor(n) % SYLLABLES.length] ?? '';

/** The word with a number; the seed says the same in SQL. */
export const word = (n: number): string => COMMON[n - 1] ?? syllable(n) + syllable(n / 30) + syllable(n / 7);

/** The first name with a number. */
export const firstName = (n: number): string => `${syllable(n) + syllable(n / 13)}n`;

/** The last name with a number. */
export const lastName = (n: number): string => syllable(n) + syllable(n / 29) + syllable(n / 5);
