import type { ImportField } from './field.ts';
import { parseNumber } from './number.ts';
import { cleanLine } from './text.ts';

/**
 * Normalizes a header to words: `"\r\nViews (Avg.)"` becomes `views avg`,
 * `statistics.subscriberCount` becomes `statistics subscriber count`. Removes accents, BOM, line
 * breaks and punctuation.
 */
export function normalizeHeader(header: string): string {
  return (
    header
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // NFKD splits Hangul into letters; the rules are written in syllables.
      .normalize('NFC')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .replace(/%/g, ' percent ')
      .replace(/@/g, ' handle ')
      .replace(/#/g, ' number ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

interface Rule {
  field: ImportField;
  /** Confidence from the header alone, 0 to 1. */
  score: number;
  is: RegExp;
  not?: RegExp;
}

const AVERAGE =
  '(?:avg|average|averages|mean|median|typical|promedio|media|medio|moyenne?s?|moyen|durchschn\\w*|schnitt|mittelwert|gemiddelde?|srednia|per (?:post|video|reel|media))';
const both = (word: string) =>
  new RegExp(`\\b${AVERAGE}\\b.*\\b(?:${word})\\b|\\b(?:${word})\\b.*\\b${AVERAGE}\\b`);

const VIEWS = 'views?|plays?|vistas?|visualiza\\w*|reproduc\\w*|aufrufe|vues|weergaven|wyswietlen\\w*';
const LIKES = 'likes?|me gusta|curtidas?|jaime|j aime|gefallt mir|mentions j aime|polubien\\w*|diggs?';
const COMMENTS = 'comments?|comentarios?|kommentare?|commentaires?|commenti|reacties';
const SHARES = 'shares?|compartid\\w*|compartilham\\w*|partages?|geteilt|condivisioni|reposts?';

/** A change, share or rank of a figure isn't the figure. */
const NOT_THE_FIGURE =
  /\b(?:total|totals|rank|ranking|growth|gain\w*|change|delta|new|lost|last|hidden|following|score|grade|earnings|estimated|days?|previous|prev|min|max|lowest|highest|trend)\b/;
const NOT_THE_RATE =
  /\b(?:likes?|comments?|shares?|views?|saves?|growth|growing|change|delta|rank|score|audience)\b/;
const AUDIENCE =
  'audiences?|audiencia|audiencias|publikum|zielgruppe|pubblico|publico|viewers?|likers|commenters';
const PEOPLE = 'followers?|subscribers?|fans|seguidores|abonnenten|abonnes';
const TRAIT =
  'country|countries|city|cities|state|region|location|geo|language|lang|ages?|aged|gender|sex|female|male|women|men|interests?|ethnicit\\w*|income|demographics?|pais|land|pays|stadt|ciudad|edad|alter|genero|geschlecht';

/** Columns about the audience or part of an answer don't describe the creator. */
const ABOUT_OTHERS = new RegExp(
  `\\b(?:${AUDIENCE}|lookalikes?|featured|similar|competitors?)\\b` +
    `|\\b(?:${PEOPLE})\\b.*\\b(?:${TRAIT})\\b|\\b(?:${TRAIT})\\b.*\\b(?:${PEOPLE})\\b|\\btop (?:${TRAIT})\\b`,
);

const RULES: Rule[] = [
  {
    field: 'platform',
    score: 0.95,
    is: /\b(?:platform|platforms|network|netzwerk|plattform|plataforma|plateforme|red social|social network|channel kind|kind)\b/,
  },
  {
    field: 'username',
    score: 0.97,
    is: /\b(?:user ?name|handles?|screen ?name|unique id|user ?handle|usuario|benutzername|nutzername|nom d utilisateur|nombre de usuario|nome de usuario|nome utente|gebruikersnaam|login|custom url|ig handle|profile name|account name|account ?handle)\b/,
  },
  {
    field: 'username',
    score: 0.6,
    is: /\b(?:tik ?toker|tik ?tok|instagram|insta|ig|you ?tuber?|channel|channel info|account|profile|nick|konto|cuenta|conta|compte)\b/,
    not: /\b(?:url|link|title|id|type|country|description|category|views|rank|keywords|banner|image)\b/,
  },
  {
    field: 'username',
    score: 0.4,
    is: /\b(?:name|creator|influencer|blogger|artist|nombre|nome|nom)\b/,
    not: /\b(?:url|link|id|country|category|first|last|brand|campaign|company|agency|file)\b/,
  },
  {
    field: 'fullname',
    score: 0.95,
    is: /\b(?:full ?name|display ?name|real ?name|nick ?name|channel (?:name|title)|nombre completo|nome completo|nom complet|vollstandiger name|snippet title|person)\b/,
    not: /\b(?:localized|first|last)\b/,
  },
  {
    field: 'fullname',
    score: 0.7,
    is: /\b(?:name|title|nombre|nome|nom|naam|creator|influencer|blogger|artist|kunstler|creador|criador|createur|you ?tuber|tik ?toker|instagrammer)\b/,
    not: /\b(?:user ?name|url|link|id|country|category|brand|campaign|company|agency|file|pic|job|featured|topic|language|code|localized|type)\b/,
  },
  {
    field: 'fullname',
    score: 0.5,
    is: /\b(?:channel|you ?tube channel|profile|account)\b/,
    not: /\b(?:url|link|id|type|description|country|rank|keywords|category|view|created|info)\b/,
  },
  {
    field: 'profileUrl',
    score: 0.9,
    is: /\b(?:profile (?:url|link|address)|url|link|profile|website|permalink|profil|perfil|address|web ?address|channel (?:url|link))\b/,
    not: /\b(?:pic|picture|image|avatar|thumbnail\w*|banner|photo|name)\b/,
  },
  {
    field: 'socialId',
    score: 0.9,
    is: /\b(?:user id|channel id|profile id|social id|account id|platform id|instagram id|tiktok id|author id|pk)\b|^id$/,
    not: /\b(?:room|short|secu|sec|video|post|media|tracking|country|brand|campaign|order)\b/,
  },
  {
    field: 'followerCount',
    score: 0.97,
    is: /\b(?:followers?|subscribers?|subs|fans|abonn(?:enten|enti|es?)|follower(?:zahl|anzahl)|seguidores|suscriptores|inscritos|iscritti|volgers|obserwuj\w*|takipci\w*)\b|подписчик|フォロワー|粉丝|팔로워/u,
    not: /\b(?:total|rank|ranking|growth|gain\w*|change|delta|new|lost|last|hidden|following|score|grade|earnings|days?|rate|percent|ratio|quality|range|per|likes?|views?|ids?|authentic|real|fake|suspicious|reach\w*|cost|price|tier)\b/,
  },
  { field: 'avgViews', score: 0.95, is: both(VIEWS), not: NOT_THE_FIGURE },
  { field: 'avgLikes', score: 0.95, is: both(LIKES), not: NOT_THE_FIGURE },
  { field: 'avgComments', score: 0.95, is: both(COMMENTS), not: NOT_THE_FIGURE },
  { field: 'avgShares', score: 0.95, is: both(SHARES), not: NOT_THE_FIGURE },
  {
    field: 'engagement',
    score: 0.95,
    is: /\b(?:er|eng(?:agement)? ?rate|engagement (?:rate|percent)|rate of engagement|interaction rate|tasa de (?:interaccion|engagement)|taxa de engajamento|taux d engagement|engagementrate|interaktionsrate|eng percent|er percent)\b/,
    not: NOT_THE_RATE,
  },
  {
    field: 'engagement',
    score: 0.75,
    is: /\b(?:engagement|eng|interaction|interaktion|engajamento|interaccion)\b/,
    not: NOT_THE_RATE,
  },
  {
    field: 'engagements',
    score: 0.9,
    is: /\b(?:engagements|interactions|(?:engagement|eng|interactions?) (?:avg|average)|(?:avg|average) (?:engagements?|eng|interactions?))\b/,
    not: /\b(?:rate|percent|er|total|rank|growth)\b/,
  },
  {
    field: 'engagements',
    score: 0.62,
    is: /\b(?:engagement|eng|interacciones|interaktionen)\b/,
    not: /\b(?:rate|percent|er|total|rank|growth|likes?|comments?|shares?)\b/,
  },
  {
    field: 'country',
    score: 0.95,
    is: /\b(?:country|pays|pais|land|nation|herkunftsland|paese|kraj|ulke)\b|страна|国家|국가/u,
    not: /\b(?:rank|id|lat|lon|calling|tax)\b/,
  },
  {
    field: 'country',
    score: 0.8,
    is: /\b(?:region|location|geo|market|abbreviation|ort|standort|ubicacion|localizacao)\b/,
    not: /\b(?:rank|id|lat|lon)\b/,
  },
  {
    field: 'language',
    score: 0.95,
    is: /\b(?:languages?|lang|idioma|lengua|sprache|langue|lingua|taal|jezyk)\b|язык|语言|언어/u,
    not: /\b(?:id|interface)\b/,
  },
  {
    field: 'category',
    score: 0.92,
    is: /\b(?:categor\w*|kategorie\w*|kategoria|niche|nische|nicho|vertical|genre|topics?|themen?|interests?|tematica|categoria\w*)\b/,
    not: /\b(?:rank|id|url)\b/,
  },
  {
    field: 'bio',
    score: 0.92,
    is: /\b(?:bio|biography|biografia|biographie|about|signature|description|descripcion|beschreibung|profile text)\b/,
    not: /\b(?:link|url|localized|length)\b/,
  },
  {
    field: 'email',
    score: 0.97,
    is: /\b(?:e ?mails?|mail|correo|email address|kontakt mail|contact email|courriel)\b/,
  },
  {
    field: 'verified',
    score: 0.95,
    is: /\b(?:verified|is verified|verifiziert|verificad[oa]|verifie|blue tick|badge)\b/,
  },
  {
    field: 'profilePicUrl',
    score: 0.92,
    is: /\b(?:picture|avatar|profile pic|pic|photo|image|foto|bild|thumbnails?)\b/,
    not: /\b(?:banner|cover|video|post|width|height)\b/,
  },
  {
    field: 'figuresAsOf',
    score: 0.95,
    is: /^(?:(?:figures|followers|subscribers|metrics|stats) (?:as of|date)|date of figures)$/,
  },
  {
    field: 'notes',
    score: 0.9,
    is: /\b(?:notes?|notiz\w*|remarks?|notas?|observac\w*|bemerkung\w*|anmerkung\w*|remarques?|memo|internal comment|feedback)\b/,
  },
  { field: 'notes', score: 0.7, is: /^(?:comments?|comentarios?|kommentare?|commentaires?)$/ },
  { field: 'tags', score: 0.85, is: /^(?:status|status tags?|tags?|stage|labels?)$/ },
];

/**
 * Returns the confidence of each field from the header alone, 0 to 1; unmatched fields are absent.
 */
export function headerScores(header: string): Map<ImportField, number> {
  const words = normalizeHeader(header);
  const scores = new Map<ImportField, number>();
  for (const rule of RULES) {
    if (!rule.is.test(words) || rule.not?.test(words)) continue;
    scores.set(rule.field, Math.max(scores.get(rule.field) ?? 0, rule.score));
  }
  return scores;
}

/** Returns whether a header is about the audience or other people. */
export const isAboutOthers = (header: string): boolean => ABOUT_OTHERS.test(normalizeHeader(header));

/** Returns whether a header covers only part of the interactions (`Authentic engagement`). */
export const isPartial = (header: string): boolean =>
  /\b(?:auth|authentic|real|organic|sponsored|paid|quality)\b/.test(normalizeHeader(header));

const LOOKED_AT = 15;

const isData = (cell: string) => parseNumber(cell) !== null || /^https?:\/\/|^@\w|^\S+@\S+\.\S+$/i.test(cell);

/**
 * Returns the zero-based index of the header row; -1 if there is none. A title or blank rows may
 * come first. Headers are mostly known words that span the width of the table.
 */
export function detectHeaderRow(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, LOOKED_AT);
  const widest = first.reduce((most, row) => Math.max(most, row.filter((cell) => cell.trim()).length), 0);
  let best = { at: -1, score: 0 };
  for (const [at, row] of first.entries()) {
    const cells = row.map(cleanLine).filter(Boolean);
    if (cells.length === 0 || cells.length < widest * 0.5) continue;
    if (cells.filter(isData).length > cells.length * 0.2) continue;
    const known =
      cells.filter((cell) => cell.length < 60 && headerScores(cell).size > 0).length / cells.length;
    const below = first.slice(at + 1, at + 4).flatMap((next) => next.map(cleanLine).filter(Boolean));
    const change = below.length ? below.filter(isData).length / below.length : 0;
    const score = known + change * 0.5 - at * 0.05;
    if (score > best.score + 0.001 && (known >= 0.2 || change > 0.2)) best = { at, score };
  }
  return best.at;
}

/** Returns names for columns without headers: `Column A`, `Column B`, ... */
export function columnLetters(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    let name = '';
    for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
      name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    return `Column ${name}`;
  });
}
