/**
 * Extracts what a person wrote in a reply, without quotes and device signatures. Classifies each
 * line of the plain text; the order of the kinds shows where the person's text ends.
 */

/**
 * `text`, `empty`, `quote` (starts with `>`), `attribution` ("On ... wrote:", "Forwarded message"),
 * `header` (a block of From, Sent, To ...), `separator` ("--"), `rule` (a line of other symbols),
 * `device` ("Sent from my phone").
 */
type Kind = 'text' | 'empty' | 'quote' | 'attribution' | 'header' | 'separator' | 'rule' | 'device';

/** Maximum text length that is read; quotes come last, so nothing is lost in practice. */
const MAX_LENGTH = 200_000;
/** Maximum number of attributions considered; the first ones are decisive. */
const MAX_ATTRIBUTIONS = 20;
/** Maximum lines of a wrapped attribution, including empty ones. */
const ATTRIBUTION_LINES = 6;
/**
 * Text after an attribution and its quote: up to this many lines it is a signature, more is an
 * answer below.
 */
const SIGNATURE_LINES = 6;

const QUOTE = /^\s*(?:>|\|(?:\s|$)|\p{L}{1,20}>)/u;
const SEPARATOR = /^\s*(?:--|[—–]|_{2,})\s*$/;
/** The last symbol is left by an email tracker. */
const RULE = /^\s*(?:[-_=~*#+.]{2,}|ᐧ+)\s*$/;
const FENCE = /^\s*```/;

const WROTE =
  'wrote|writes|said|a écrit|écrit|escribió|escribiste|ha scritto|scritto|escreveu|schrieb|schreef|geschreven|napisał(?:\\(?a\\)?)?|pisze|skrev|kirjoitti|пишет|написал(?:\\(?а\\)?)?|写道|寫道|のメッセージ|작성|napsal(?:\\(?a\\)?)?|píše|napísal(?:\\(?a\\)?)?|(?:je )?napisa[ol](?:/la|\\(la\\))?|napisala|(?:је )?написа[ол]?|пише|написав(?:\\(?ла\\)?)?|a scris|yazdı|írta|ezt írta|kirjutas|rakstīja|rašė|έγραψε|כתב(?:/ה)?|كتب(?:ت)?|نوشت|เขียนว่า|đã viết|menulis|님이 작성|さんは書きました|wrote/schrieb';
/** An attribution ends with the verb, or with a name or date after it. */
const ENDS_WROTE = new RegExp(`(?:^|[\\s>"”»])(?:${WROTE})\\s*[:：]\\s*-*$`, 'iu');
const WROTE_WITHIN = new RegExp(`(?:^|[\\s>"”»])(?:${WROTE})\\s.{1,120}[:：]$`, 'iu');
const OPENING =
  /^(?:[>\s*-])*(?:on|at|le|el|il|em|am|op|den|w dniu|dnia|pe|in data|vào|dne|в|на|在|于|20\d{2}\b)\s*.{0,40}\d/iu;
const OPENS_WITH_DATE =
  /^(?:[>\s])*(?:\p{L}{2,14}\.?,?\s+)?\d{1,4}(?:[-/.]\d{1,2}[-/.]\d{1,4}|\s*[-.]?\s*\p{L}{3,12}\.?,?\s+\d{4})/u;
const OPENS_WITH_PERSON = /^[^<>@]{1,80}<[^<>\s]{1,200}@[^<>\s]{1,200}>/u;
const ADDRESS = /<\s*(?:mailto:)?[^<>]{0,200}@[^<>\s]{1,200}\s*>/;
const DATE_AND_ADDRESS =
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b.{0,160}<\s*[^<>\s]{1,200}@[^<>\s]{1,200}\s*>\s*:?$/u;
const FORWARDED =
  /^\W{0,3}[-_*\s]{3,}\s*(?:original message|forwarded message|message d.origine|message transféré|mensaje original|mensaje reenviado|mensagem original|messaggio originale|messaggio inoltrato|ursprüngliche nachricht|weitergeleitete nachricht|oorspronkelijk bericht|doorgestuurd bericht|oprindelig besked|opprinnelig melding|ursprungligt meddelande|wiadomość oryginalna|исходное сообщение|пересылаемое сообщение|原始邮件|转发邮件)\s*[-_*\s]{3,}\W{0,3}$/iu;
const BEGIN_FORWARDED = /^\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht)\s*:\s*$/i;

const HEADER_NAMES = [
  'from|sent|to|cc|bcc|subject|date|reply-to|importance|attachments',
  'von|gesendet|an|betreff|datum|kopie|antwort an',
  'de|envoyé|envoyé le|à|objet|répondre à',
  'enviado|enviado el|para|asunto|fecha|responder a|enviada em|assunto|data',
  'da|inviato|a|oggetto|risposta|rispondi a',
  'van|verzonden|aan|onderwerp',
  'från|skickat|till|ämne|fra|sendt|til|emne|dato',
  'od|wysłano|do|temat|от|отправлено|кому|тема|дата',
  'lähettäjä|lähetetty|vastaanottaja|aihe|päivämäärä|feladó|küldve|címzett|tárgy|dátum',
  'odesláno|komu|předmět|odoslané|predmet|šalje|poslano|prima|від|надіслано|изпратено|относно',
  'de la|trimis|către|subiect|kimden|gönderildi|kime|konu|tarih|από|στάλθηκε|προς|θέμα|ημερομηνία',
  '보낸 ?사람|보낸 ?날짜|받는 ?사람|제목|발신|수신',
  '发件人|发送时间|收件人|主题|差出人|送信日時|宛先|件名',
].join('|');
const HEADER = new RegExp(`^\\s*\\*{0,2}(?:${HEADER_NAMES})\\s?[:：]\\*{0,2}(?:\\s|$)`, 'iu');
/** This many headers in a row belong to a quoted email. */
const HEADERS_OF_A_MAIL = 3;

const DEVICE = [
  /^[<(\s]*(?:sent|written|typed)\s+(?:from|via|with|by|using)\b.{0,120}$/iu,
  /^\s*get\s+\[?outlook\s+for\b.{0,160}$/iu,
  /^[^.!?]{0,30}\bfrom\s+(?:my\s+|a\s+)?(?:mobile|phone|iphone|ipad|ipod|android|blackberry)\b.{0,20}$/iu,
  /^\s*(?:envoyé|enviado|enviada|inviato|verzonden|verstuurd|skickat|sendt|wysłano|odesláno|отправлено)\s+(?:depuis|de|à partir de|desde|do|da|dal|met|van|vanaf|från|fra|z|ze|с|из)\s.{0,120}$/iu,
  /^\s*(?:von|diese nachricht|diese e-?mail|gesendet)\b.{0,100}(?:gesendet|mobilgerät|iphone|ipad|handy)\b.{0,40}$/iu,
  /^\s*(?:lähetetty|wysłan[eoy]|odesláno|odoslan[eéo]|отправлено|надіслано|изпратено|poslan[oa]|послато|trimis|στάλθηκε|saadetud|nosūtīts|išsiųsta|נשלח|أُ?رسلت?|dikirim|đã gửi)\s.{0,60}(?:iphone|ipad|android|samsung|galaxy|huawei|xiaomi|outlook|gmail|yahoo|mail|mobil|telefon|mob|моб|теле).{0,20}$/iu,
  /^.{0,20}(?:iphone|ipad|android|galaxy|outlook|yahoo|mail).{0,20}\s?(?:küldve|gönderildi|보냄|보냈습니다|에서 작성)\.?$/iu,
  /^\s*(?:從我的|从我的|发自我的|發自我的).{1,60}$/u,
  /^\s*.{1,30}(?:傳送|发送|から送信)\s*$/u,
];

/** Attributions in any language, recognized by their content. */
const YEAR = /(?:^|[^\d.])(?:19|20|25)\d{2}(?!\d)/;
const NUMERIC_DATE =
  /(?:^|[^\d])(?:\d{4}\s?[-/.年년]\s?\d{1,2}\s?[-/.月월]\s?\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2,4})(?!\d)/;
const DAY = /(?:^|[^\d:])\d{1,2}(?![\d:])/;
const TIME = /(?:^|[^\d])\d{1,2}[:.h]\d{2}(?!\d)/;
const OFFSET = /(?:[+-]\d{2}:?\d{2}|\b(?:GMT|UTC)\b)/;
const hasDate = (text: string) =>
  NUMERIC_DATE.test(text) || (YEAR.test(text) && DAY.test(text) && /\p{L}/u.test(text));
/** "---- On Mon, 2 Mar 2026 10:11:12 +0100 Mia <mia@x.test> wrote ----" */
const BETWEEN_DASHES = /^[-_–—]{2,}\s*\S.{8,400}?\s*[-_–—]{2,}$/;
/** "----- Wiadomość oryginalna -----" in any language: words, and digits only in an address. */
const WORDS_BETWEEN_DASHES = /^[-_=–—‐]{4,}\s*[^\d\s-][^\d:<>@|]{3,60}?\s*[-_=–—‐]{4,}:?$/u;
const FIELD = /^\*{0,2}\p{L}[\p{L}\p{M} ./'’-]{0,28}\*{0,2}\s?[:：]\*{0,2}\s?\S/u;
/** "Quoting Mia <mia@x.test>:" */
const QUOTING = /^(?:quoting|citando|zitat von|citát|citeren|cytowanie|цитирование)\s.{1,160}:$/iu;
/** A sentence that ends before the date is the author's own text. */
const OWN_SENTENCE = /[!?]\s|\p{Ll}{3,}\.\s+\p{Lu}/u;

/** Maximum length of an attribution; on longer lines some patterns would take minutes. */
const LONGEST_ATTRIBUTION = 500;
/** Collapses spaces: a long run could be matched in too many ways. */
const oneSpaced = (line = '') => line.replace(/\s+/g, ' ').trim();
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
/**
 * Normalizes text for the patterns: single spaces, unescaped symbols, digits of all scripts as 0 to
 * 9.
 */
const normalized = (line = '') =>
  oneSpaced(line)
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g, (digit) =>
      String(
        (digit.charCodeAt(0) -
          (digit >= '\u0e50' ? 0x0e50 : digit >= '\u0966' ? 0x0966 : digit >= '\u06f0' ? 0x06f0 : 0x0660)) %
          10,
      ),
    );

/** Returns the number of lines from `at` that form an attribution, or 0. */
function attributionAt(lines: readonly string[], at: number): number {
  if ((lines[at]?.length ?? 0) > 4 * LONGEST_ATTRIBUTION) return 0;
  const first = normalized(lines[at]);
  if (first === '' || first.length > LONGEST_ATTRIBUTION) return 0;
  if (FORWARDED.test(first) || BEGIN_FORWARDED.test(first) || DATE_AND_ADDRESS.test(first)) return 1;
  if (WORDS_BETWEEN_DASHES.test(first) && opensHeaders(lines, at + 1)) return 1;
  const known = knownAttribution(lines, at, first);
  return known > 0 ? known : datedAttribution(lines, at, first);
}

/** An attribution in a known language. */
function knownAttribution(lines: readonly string[], at: number, first: string): number {
  const dated = OPENING.test(first) || OPENS_WITH_DATE.test(first);
  if (!dated && !OPENS_WITH_PERSON.test(first)) return 0;
  let joined = '';
  for (let count = 1; count <= ATTRIBUTION_LINES && at + count <= lines.length; count++) {
    joined = `${joined} ${normalized(lines[at + count - 1]?.slice(0, 4 * LONGEST_ATTRIBUTION))}`.trim();
    if (joined.length > LONGEST_ATTRIBUTION) return 0;
    if (ENDS_WROTE.test(joined)) return count;
    if (WROTE_WITHIN.test(joined) && (ADDRESS.test(joined) || /\d/.test(joined))) return count;
    if (DATE_AND_ADDRESS.test(joined)) return count;
  }
  return 0;
}

/** An attribution in any language: a date together with an address, an offset or a quote below. */
function datedAttribution(lines: readonly string[], at: number, first: string): number {
  const opens =
    hasDate(first) || ADDRESS.test(first) || TIME.test(first) || QUOTING.test(first) || OPENING.test(first);
  if (!opens || OWN_SENTENCE.test(first)) {
    const named = ENDS_WROTE.test(first) && first.length < 120 && quoteFollows(lines, at + 1);
    return named && !OWN_SENTENCE.test(first) ? 1 : 0;
  }
  let joined = '';
  for (let count = 1; count <= 4 && at + count <= lines.length; count++) {
    const line = normalized(lines[at + count - 1]?.slice(0, 4 * LONGEST_ATTRIBUTION));
    if (line === '') return 0;
    joined = `${joined} ${line}`.trim();
    if (joined.length > LONGEST_ATTRIBUTION) return 0;
    if (isDated(joined, () => quoteFollows(lines, at + count))) return count;
    if (QUOTE.test(lines[at + count] ?? '')) return 0;
  }
  return 0;
}

function isDated(text: string, quoteBelow: () => boolean): boolean {
  if (BETWEEN_DASHES.test(text) && hasDate(text) && TIME.test(text)) return true;
  const closes = /[:：]\s*[-–—]*$/.test(text);
  if (QUOTING.test(text)) return quoteBelow();
  if (!hasDate(text)) return closes && ADDRESS.test(text) && quoteBelow();
  const timed = TIME.test(text);
  if (closes && (ADDRESS.test(text) || (timed && OFFSET.test(text)))) return timed || quoteBelow();
  if (closes && ENDS_WROTE.test(text)) return true;
  if (closes) return quoteBelow();
  return (
    timed &&
    text.length <= 160 &&
    (OFFSET.test(text) || ADDRESS.test(text) || text.length <= 80) &&
    quoteBelow()
  );
}

/** Whether the next non-empty line is a quote. */
function quoteFollows(lines: readonly string[], from: number): boolean {
  for (let at = from; at < Math.min(lines.length, from + 4); at++)
    if (lines[at]?.trim()) return QUOTE.test(lines[at] ?? '');
  return false;
}

/** Whether the next lines are headers or quotes of an email. */
function opensHeaders(lines: readonly string[], from: number): boolean {
  if (quoteFollows(lines, from)) return true;
  const next = lines.slice(from, from + 6).filter((line) => line.trim() !== '');
  return next.slice(0, 3).filter((line) => FIELD.test(line.trim().slice(0, 200))).length >= 2;
}

function kindsOf(lines: readonly string[]): Kind[] {
  const kinds: Kind[] = [];
  const lastFence = lines.findLastIndex((line) => FENCE.test(line));
  let fenced = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) fenced = !fenced && at < lastFence;
    const attribution = fenced || QUOTE.test(line) ? 0 : attributionAt(lines, at);
    for (let n = 0; n < attribution; n++) kinds.push('attribution');
    at += attribution;
    if (attribution > 0) continue;
    kinds.push(fenced || FENCE.test(line) ? 'text' : kindOf(line));
    at++;
  }
  return kinds;
}

function kindOf(line: string): Kind {
  if (line.trim() === '') return 'empty';
  if (QUOTE.test(line)) return 'quote';
  if (SEPARATOR.test(line)) return 'separator';
  if (RULE.test(line)) return 'rule';
  if (line.length > 400) return 'text';
  if (HEADER.test(line)) return 'header';
  if (DEVICE.some((pattern) => pattern.test(line))) return 'device';
  return FIELD.test(line.trim()) ? 'header' : 'text';
}

/** Returns where the person's own text ends, based on the lines below. */
function endOf(kinds: readonly Kind[]): number {
  const firstText = kinds.indexOf('text');
  const hasText = (until: number) => firstText >= 0 && firstText < until;
  let end = kinds.length;
  const separator = kinds.findIndex((kind, at) => kind === 'separator' && hasText(at));
  if (separator > 0) end = separator;
  const headers = kinds.indexOf('header');
  if (headers >= 0 && headers < end) end = headers;
  let attributions = 0;
  for (let at = 0; at < end && attributions < MAX_ATTRIBUTIONS; at++) {
    if (kinds[at] !== 'attribution' || !hasText(at)) continue;
    attributions++;
    const below = kinds.slice(at, end);
    if (!below.includes('quote')) return at;
    const last = below.lastIndexOf('quote');
    const after = below.slice(last).filter((kind) => kind === 'text').length;
    const between = below.slice(below.indexOf('quote'), last).includes('text');
    if (!between && after <= SIGNATURE_LINES) return at;
  }
  return end;
}

/**
 * Returns where an answer below the quote starts: after the first attribution and its only quote;
 * otherwise 0.
 */
function startOf(kinds: readonly Kind[], end: number): number {
  const first = kinds.findIndex((kind) => kind !== 'empty' && kind !== 'rule' && kind !== 'device');
  if (kinds[first] !== 'attribution') return 0;
  const quote = kinds.indexOf('quote', first);
  if (quote < 0 || kinds.slice(first, quote).includes('text')) return 0;
  const text = kinds.indexOf('text', quote);
  if (text < 0 || text > end) return 0;
  // More quotes below mean inline answers, which keep their quotes.
  return kinds.slice(text, end).includes('quote') ? 0 : text;
}

/** Marks header blocks of quoted emails, and turns other header-like lines into text. */
function settleHeaders(kinds: Kind[], lines: readonly string[]): void {
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] !== 'header') continue;
    const block = headerBlock(kinds, lines, at);
    for (let next = at; next < at + block.length; next++)
      if (kinds[next] !== 'empty')
        kinds[next] = block.isHeaders
          ? 'header'
          : kinds[next] === 'header'
            ? 'text'
            : (kinds[next] ?? 'text');
    at += block.length - 1;
  }
}

/** Returns the lines from `at` that may be headers. Lines in between continue a long one. */
function headerBlock(kinds: readonly Kind[], lines: readonly string[], at: number) {
  let headers = 0;
  let known = 0;
  let others = 0;
  let next = at;
  for (; next < kinds.length && others <= 1 && kinds[next] !== 'empty' && kinds[next] !== 'quote'; next++) {
    const isHeader = kinds[next] === 'header';
    if (isHeader) headers++;
    if (isHeader && HEADER.test(lines[next] ?? '')) known++;
    others = isHeader ? 0 : others + 1;
  }
  const text = normalized(lines.slice(at, next).join(' ').slice(0, 2000));
  // Form-like details (name, email, birthday) have neither brackets nor a time of day.
  const told = /<\s?(?:mailto:)?[^<>\s]{1,200}@/.test(text) && hasDate(text) && TIME.test(text);
  return {
    length: next - at,
    isHeaders: known >= HEADERS_OF_A_MAIL || (headers >= HEADERS_OF_A_MAIL && told),
  };
}

/** Joins lines of a quote that a program wrapped without repeating the mark. */
function joinBrokenQuotes(kinds: Kind[], lines: readonly string[]): void {
  for (let at = 1; at + 1 < kinds.length; at++) {
    const long = (lines[at - 1]?.length ?? 0) >= 60;
    if (
      kinds[at] === 'text' &&
      kinds[at - 1] === 'quote' &&
      kinds[at + 1] === 'quote' &&
      long &&
      (lines[at]?.length ?? 0) < 30
    )
      kinds[at] = 'quote';
  }
}

/** Returns the new text of a plain-text reply, trimmed. Empty if it contains only quotes. */
export function replyText(plain: string): string {
  const lines = plain.slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n').split('\n');
  const kinds = kindsOf(lines);
  settleHeaders(kinds, lines);
  joinBrokenQuotes(kinds, lines);
  if (!kinds.includes('text')) return '';
  let end = endOf(kinds);
  const firstText = kinds.indexOf('text');
  // Quotes and device signatures end the text only below it, not in its middle.
  const trailing = new Set<Kind>(['empty', 'quote', 'attribution', 'rule', 'separator', 'device']);
  while (end > firstText && trailing.has(kinds[end - 1] ?? 'text')) end--;
  let start = startOf(kinds, end);
  const leading = new Set<Kind>(['empty', 'device', 'attribution']);
  while (start < end && leading.has(kinds[start] ?? 'text')) start++;
  return lines
    .slice(start, end)
    .filter((_, at) => kinds[start + at] !== 'attribution')
    .join('\n')
    .trim();
}
