/**
 * What a person wrote in a reply, without what they answered to and without signatures of devices. Works on plain
 * text, line by line: each line is of one kind, and the order of the kinds tells where the person's own text ends.
 */

/**
 * `text`, `empty`, `quote` (begins with `>`), `attribution` ("On ... wrote:", "Forwarded message"), `header`
 * (a block of From, Sent, To ...), `separator` ("--"), `rule` (a line of other signs), `device` ("Sent from my phone").
 */
type Kind = 'text' | 'empty' | 'quote' | 'attribution' | 'header' | 'separator' | 'rule' | 'device';

/** Longest text that is looked at; nobody writes more, and quotes come last. */
const MAX_LENGTH = 200_000;
/** Attributions that are looked at; the first ones decide. */
const MAX_ATTRIBUTIONS = 20;
/** Most lines that a mail program breaks an attribution into, empty ones included. */
const ATTRIBUTION_LINES = 6;
/** Text after an attribution and its quote: up to so many lines it is a signature, more is an answer below. */
const SIGNATURE_LINES = 6;

const QUOTE = /^\s*(?:>|\|(?:\s|$)|\p{L}{1,20}>)/u;
const SEPARATOR = /^\s*(?:--|[—–]|_{2,})\s*$/;
/** The last sign is what a mail tracker leaves at the end of each mail. */
const RULE = /^\s*(?:[-_=~*#+.]{2,}|ᐧ+)\s*$/;
const FENCE = /^\s*```/;

const WROTE =
  'wrote|writes|said|a écrit|écrit|escribió|escribiste|ha scritto|scritto|escreveu|schrieb|schreef|geschreven|napisał(?:\\(?a\\)?)?|pisze|skrev|kirjoitti|пишет|написал(?:\\(?а\\)?)?|写道|寫道|のメッセージ|작성|napsal(?:\\(?a\\)?)?|a scris|yazdı|írta';
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
  '发件人|发送时间|收件人|主题|差出人|送信日時|宛先|件名',
].join('|');
const HEADER = new RegExp(`^\\s*\\*{0,2}(?:${HEADER_NAMES})\\s?[:：]\\*{0,2}(?:\\s|$)`, 'iu');
/** So many headers in a row are those of a mail that was answered. */
const HEADERS_OF_A_MAIL = 3;

const DEVICE = [
  /^[<(\s]*(?:sent|written|typed)\s+(?:from|via|with|by|using)\b.{0,120}$/iu,
  /^\s*get\s+\[?outlook\s+for\b.{0,160}$/iu,
  /^[^.!?]{0,30}\bfrom\s+(?:my\s+|a\s+)?(?:mobile|phone|iphone|ipad|ipod|android|blackberry)\b.{0,20}$/iu,
  /^\s*(?:envoyé|enviado|enviada|inviato|verzonden|verstuurd|skickat|sendt|wysłano|odesláno|отправлено)\s+(?:depuis|de|à partir de|desde|do|da|dal|met|van|vanaf|från|fra|z|ze|с|из)\s.{0,120}$/iu,
  /^\s*(?:von|diese nachricht|diese e-?mail|gesendet)\b.{0,100}(?:gesendet|mobilgerät|iphone|ipad|handy)\b.{0,40}$/iu,
  /^\s*(?:從我的|从我的|发自我的|發自我的).{1,60}$/u,
  /^\s*.{1,30}(?:傳送|发送|から送信)\s*$/u,
];

/** The longest attribution; a longer line is none, and some patterns would take minutes to find that out. */
const LONGEST_ATTRIBUTION = 500;
/** Patterns meet one blank at a time: a long run of them can be divided in too many ways. */
const oneSpaced = (line = '') => line.replace(/\s+/g, ' ').trim();

/** The joined lines from `at` on that are one attribution: how many they are, or 0. */
function attributionAt(lines: readonly string[], at: number): number {
  const first = oneSpaced(lines[at]);
  if (first.length > LONGEST_ATTRIBUTION) return 0;
  if (FORWARDED.test(first) || BEGIN_FORWARDED.test(first) || DATE_AND_ADDRESS.test(first)) return 1;
  const dated = OPENING.test(first) || OPENS_WITH_DATE.test(first);
  if (!dated && !OPENS_WITH_PERSON.test(first)) return 0;
  let joined = '';
  for (let count = 1; count <= ATTRIBUTION_LINES && at + count <= lines.length; count++) {
    joined = `${joined} ${oneSpaced(lines[at + count - 1])}`.trim();
    if (joined.length > LONGEST_ATTRIBUTION) return 0;
    if (ENDS_WROTE.test(joined)) return count;
    if (WROTE_WITHIN.test(joined) && (ADDRESS.test(joined) || /\d/.test(joined))) return count;
    if (DATE_AND_ADDRESS.test(joined)) return count;
  }
  return 0;
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
  return DEVICE.some((pattern) => pattern.test(line)) ? 'device' : 'text';
}

/** Where the person's own text ends, going by what stands below it. */
function endOf(kinds: readonly Kind[]): number {
  const firstText = kinds.indexOf('text');
  const hasText = (until: number) => firstText >= 0 && firstText < until;
  let end = kinds.length;
  const separator = kinds.indexOf('separator');
  if (separator > 0 && hasText(separator)) end = separator;
  const headers = headersAt(kinds.slice(0, end));
  if (headers > 0 && hasText(headers)) end = headers;
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

/** Where the headers of an answered mail begin, or -1. Lines between them continue a long one. */
function headersAt(kinds: readonly Kind[]): number {
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] !== 'header') continue;
    let headers = 0;
    let others = 0;
    for (let next = at; next < kinds.length && others <= 1 && kinds[next] !== 'empty'; next++) {
      if (kinds[next] === 'header') headers++;
      others = kinds[next] === 'header' ? 0 : others + 1;
    }
    if (headers >= HEADERS_OF_A_MAIL) return at;
  }
  return -1;
}

/** What was written anew in the plain text of a reply, trimmed. Empty when it is nothing but quotes. */
export function replyText(plain: string): string {
  const lines = plain.slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n').split('\n');
  const kinds = kindsOf(lines);
  let end = endOf(kinds);
  const firstText = kinds.indexOf('text');
  // What ends the text without being it: quotes and devices only below text, never in its middle.
  const trailing = new Set<Kind>(['empty', 'quote', 'attribution', 'rule', 'separator', 'device']);
  while (firstText >= 0 && end > firstText && trailing.has(kinds[end - 1] ?? 'text')) end--;
  return lines
    .slice(0, end)
    .filter((_, at) => kinds[at] !== 'attribution')
    .join('\n')
    .trim();
}
