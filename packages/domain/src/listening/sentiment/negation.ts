/** Words that turn the meaning of the next ones, normalized as `normalizeText` does. */
const NEGATORS: Record<string, string> = {
  en: "not no never nobody nothing neither nor without cannot cant can't dont don't doesnt doesn't didnt didn't isnt isn't wasnt wasn't arent aren't werent weren't wont won't wouldnt wouldn't shouldnt shouldn't couldnt couldn't hasnt hasn't havent haven't hadnt hadn't aint ain't hardly barely",
  es: 'no nunca jamás jamas nadie nada ni tampoco sin ningún ningun ninguna ninguno',
  pt: 'não nao nunca jamais ninguém ninguem nada nem sem nenhum nenhuma tampouco n ñ num',
  de: 'nicht nich net ned nie niemals niemand nichts nix kein keine keinen keinem keiner keines ohne weder',
  fr: 'ne pas jamais rien ni sans aucun aucune guère',
  it: 'non mai nessuno nessuna niente nulla né senza neanche nemmeno neppure mica',
  ar: 'لا لم لن ليس ليست ما مش مو مب مافي مفيش بدون بلا غير ولا',
  hi: 'नहीं नही ना न मत बिना',
};

/** Words after a negator that it applies to, unless punctuation comes first. */
const NEGATION_REACH = 3;
/** Where negators follow what they negate: "j'aime pas", "अच्छा नहीं". */
const OTHER_REACH: Record<string, { after: number; before: number }> = {
  fr: { after: NEGATION_REACH, before: 1 },
  hi: { after: 1, before: 2 },
};

/** How a language negates. */
export interface Negation {
  words: ReadonlySet<string>;
  /** How many words after and before a negator it applies to. */
  after: number;
  before: number;
}

const none: Negation = { words: new Set(), after: 0, before: 0 };
const byLanguage = new Map(
  Object.entries(NEGATORS).map(([language, words]): [string, Negation] => [
    language,
    { words: new Set(words.split(' ')), ...(OTHER_REACH[language] ?? { after: NEGATION_REACH, before: 0 }) },
  ]),
);

/** Returns the negation of a language; none for languages that aren't listed. */
export const negationOf = (language: string): Negation => byLanguage.get(language) ?? none;
