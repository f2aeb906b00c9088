/** Words that turn the meaning of the next ones, normalized as `normalizeText` does. */
const NEGATORS: Record<string, string> = {
  en: "not no never nobody nothing neither nor without cannot cant can't dont don't doesnt doesn't didnt didn't isnt isn't wasnt wasn't arent aren't werent weren't wont won't wouldnt wouldn't shouldnt shouldn't couldnt couldn't hasnt hasn't havent haven't hadnt hadn't aint ain't hardly barely",
  es: 'no nunca jamás jamas nadie nada ni tampoco sin ningún ningun ninguna ninguno',
  pt: 'não nao nunca jamais ninguém ninguem nada nem sem nenhum nenhuma tampouco n ñ num',
  de: 'nicht nich net ned nie niemals niemand nichts nix kein keine keinen keinem keiner keines ohne weder',
  fr: 'ne pas jamais personne rien ni sans aucun aucune plus point guère',
  it: 'non mai nessuno nessuna niente nulla né senza neanche nemmeno neppure mica',
  ar: 'لا لم لن ليس ليست ما مش مو مب مافي مفيش بدون بلا غير ولا',
  hi: 'नहीं नही ना न मत कभी बिना',
};

const none: ReadonlySet<string> = new Set();
const byLanguage = new Map(
  Object.entries(NEGATORS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Words after a negator that it applies to, unless punctuation comes first. */
export const NEGATION_REACH = 3;

/** Returns the negators of a language; none for languages that aren't listed. */
export const negatorsOf = (language: string): ReadonlySet<string> => byLanguage.get(language) ?? none;
