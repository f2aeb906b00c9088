import { cleanLine, isMissing, missing, quoted, type Reading, refused, value } from './text.ts';

/** ISO 639-1, and longer codes used by platforms. */
const CODES =
  'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu fil ceb yue';

const OLD_CODES: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi', jw: 'jv', mo: 'ro', fil: 'tl' };
const UNDECIDED = /^(?:un|und|zxx|mul|mis|other|others|none|xx)$/i;
const NAME_LOCALES = ['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'tr', 'ru', 'id', 'ja', 'ko', 'zh'];

const known = new Set(CODES.split(' '));
const fold = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
let names: Map<string, string> | undefined;

function languageNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const code of known) {
    for (const locale of [...NAME_LOCALES, code]) {
      const name = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(code);
      if (name && !names.has(fold(name))) names.set(fold(name), code);
    }
  }
  return names;
}

/** Returns the code of a language given as `en`, `en-US`, `pt_BR` or its name; null if unknown. */
export function languageCode(cell: string): string | null {
  const text = cleanLine(cell);
  const primary = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/i.exec(text)?.[1]?.toLowerCase();
  const code = primary ? (OLD_CODES[primary] ?? primary) : '';
  if (known.has(code)) return code;
  return languageNames().get(fold(text)) ?? null;
}

/** Reads a language as its ISO 639-1 code; `und` and `other` count as empty. */
export function readLanguage(cell: string): Reading<string> {
  if (isMissing(cell) || UNDECIDED.test(cell.trim())) return missing;
  const code = languageCode(cell);
  return code ? value(code) : refused(`Language ${quoted(cell)} isn't recognized`);
}
