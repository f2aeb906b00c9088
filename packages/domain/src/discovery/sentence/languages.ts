import { foldWord } from './lexicon.ts';

const LANGUAGES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv ta te th tr uk ur vi zh'.split(
    ' ',
  );
/** Norwegian creators have `no`, which display names call Norwegian too. */
const CODES: Record<string, string> = { nb: 'no' };
const SPANISH_SPEAKERS: Record<string, string> = {
  hispanohablante: 'es',
  angloparlante: 'en',
  anglohablante: 'en',
  francofono: 'fr',
  francoparlante: 'fr',
  germanoparlante: 'de',
  lusofono: 'pt',
  hispana: 'es',
  inglesa: 'en',
  francesa: 'fr',
  alemana: 'de',
  portuguesa: 'pt',
};

let names: ReadonlyMap<string, string> | undefined;
let speakers: ReadonlyMap<string, string> | undefined;

function build(): void {
  const byName = new Map<string, string>();
  const bySpeaker = new Map<string, string>();
  for (const id of LANGUAGES) {
    const code = CODES[id] ?? id;
    for (const locale of ['en', 'de', 'es']) {
      const name = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(code);
      if (!name) continue;
      const word = foldWord(name);
      byName.set(word, code);
      if (locale === 'de')
        for (const ending of ['', 'e', 'er', 'en', 'es']) bySpeaker.set(`${word}sprachig${ending}`, code);
      if (locale === 'en')
        for (const noun of ['speaking', 'language', 'speaker', 'speakers'])
          bySpeaker.set(`${word} ${noun}`, code);
    }
  }
  for (const [word, code] of Object.entries(SPANISH_SPEAKERS)) {
    bySpeaker.set(`habla ${word}`, code).set(`de habla ${word}`, code);
    if (/[eo]$/.test(word)) bySpeaker.set(word, code).set(`${word}s`, code);
  }
  names = byName;
  speakers = bySpeaker;
}

/** Returns the code of a language by its name in English, German or Spanish. */
export function languageOf(phrase: string): string | undefined {
  if (!names) build();
  return names?.get(phrase);
}

/** Returns the language of a phrase that can only be about a language, such as "German-speaking". */
export function spokenLanguageOf(phrase: string): string | undefined {
  if (!speakers) build();
  return speakers?.get(phrase);
}
