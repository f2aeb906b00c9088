/** Replies in the formats of email programs, with known answers. */

/** Position of the answer: above the quote, below it, or between two parts. */
export const POSITIONS = ['above', 'below', 'inline'] as const;
type Position = (typeof POSITIONS)[number];

/** The phrases of a language around a quote. */
interface Language {
  locale: string;
  on: string;
  wrote: string;
  /** From, Sent, To, Subject. */
  fields: readonly [string, string, string, string];
  original: string;
  answer: readonly [string, string];
  sentFrom: string;
}

const language = (
  locale: string,
  [on, wrote]: readonly [string, string],
  fields: string,
  original: string,
  answer: readonly [string, string],
  sentFrom: string,
): Language => ({ locale, on, wrote, fields: fields.split('|') as never, original, answer, sentFrom });

export const LANGUAGES: readonly Language[] = [
  language(
    'en',
    ['On', 'wrote'],
    'From|Sent|To|Subject',
    'Original Message',
    ['Yes, gladly.', 'Size M fits.'],
    'Sent from my iPhone',
  ),
  language(
    'de',
    ['Am', 'schrieb'],
    'Von|Gesendet|An|Betreff',
    'Ursprüngliche Nachricht',
    ['Ja, sehr gern.', 'Größe M passt.'],
    'Von meinem iPhone gesendet',
  ),
  language(
    'fr',
    ['Le', 'a écrit'],
    'De|Envoyé|À|Objet',
    "Message d'origine",
    ['Oui, avec plaisir.', 'La taille M va bien.'],
    'Envoyé de mon iPhone',
  ),
  language(
    'es',
    ['El', 'escribió'],
    'De|Enviado|Para|Asunto',
    'Mensaje original',
    ['Sí, con gusto.', 'La talla M va bien.'],
    'Enviado desde mi iPhone',
  ),
  language(
    'it',
    ['Il', 'ha scritto'],
    'Da|Inviato|A|Oggetto',
    'Messaggio originale',
    ['Sì, volentieri.', 'La taglia M va bene.'],
    'Inviato da iPhone',
  ),
  language(
    'pt',
    ['Em', 'escreveu'],
    'De|Enviado|Para|Assunto',
    'Mensagem original',
    ['Sim, com gosto.', 'O tamanho M serve.'],
    'Enviado do meu iPhone',
  ),
  language(
    'nl',
    ['Op', 'schreef'],
    'Van|Verzonden|Aan|Onderwerp',
    'Oorspronkelijk bericht',
    ['Ja, graag.', 'Maat M past.'],
    'Verstuurd vanaf mijn iPhone',
  ),
  language(
    'sv',
    ['Den', 'skrev'],
    'Från|Skickat|Till|Ämne',
    'Ursprungligt meddelande',
    ['Ja, gärna.', 'Storlek M passar.'],
    'Skickat från min iPhone',
  ),
  language(
    'da',
    ['Den', 'skrev'],
    'Fra|Sendt|Til|Emne',
    'Oprindelig meddelelse',
    ['Ja, gerne.', 'Størrelse M passer.'],
    'Sendt fra min iPhone',
  ),
  language(
    'nb',
    ['Den', 'skrev'],
    'Fra|Sendt|Til|Emne',
    'Opprinnelig melding',
    ['Ja, gjerne.', 'Størrelse M passer.'],
    'Sendt fra min iPhone',
  ),
  language(
    'fi',
    ['', 'kirjoitti'],
    'Lähettäjä|Lähetetty|Vastaanottaja|Aihe',
    'Alkuperäinen viesti',
    ['Kyllä, mielelläni.', 'Koko M sopii.'],
    'Lähetetty iPhonesta',
  ),
  language(
    'pl',
    ['W dniu', 'napisał(a)'],
    'Od|Wysłano|Do|Temat',
    'Wiadomość oryginalna',
    ['Tak, chętnie.', 'Rozmiar M pasuje.'],
    'Wysłane z iPhone’a',
  ),
  language(
    'cs',
    ['Dne', 'napsal(a)'],
    'Od|Odesláno|Komu|Předmět',
    'Původní zpráva',
    ['Ano, ráda.', 'Velikost M sedí.'],
    'Odesláno z iPhonu',
  ),
  language(
    'sk',
    ['Dňa', 'napísal(a)'],
    'Od|Odoslané|Komu|Predmet',
    'Pôvodná správa',
    ['Áno, rada.', 'Veľkosť M sedí.'],
    'Odoslané z iPhonu',
  ),
  language(
    'ru',
    ['', 'написал(а)'],
    'От|Отправлено|Кому|Тема',
    'Исходное сообщение',
    ['Да, с радостью.', 'Размер M подходит.'],
    'Отправлено с iPhone',
  ),
  language(
    'uk',
    ['', 'пише'],
    'Від|Надіслано|Кому|Тема',
    'Оригінальне повідомлення',
    ['Так, із радістю.', 'Розмір M підходить.'],
    'Надіслано з iPhone',
  ),
  language(
    'bg',
    ['На', 'написа'],
    'От|Изпратено|До|Относно',
    'Оригинално съобщение',
    ['Да, с удоволствие.', 'Размер M става.'],
    'Изпратено от моя iPhone',
  ),
  language(
    'hr',
    ['Dana', 'napisao je'],
    'Šalje|Poslano|Prima|Predmet',
    'Izvorna poruka',
    ['Da, rado.', 'Veličina M odgovara.'],
    'Poslano s mog iPhonea',
  ),
  language(
    'hu',
    ['', 'ezt írta'],
    'Feladó|Küldve|Címzett|Tárgy',
    'Eredeti üzenet',
    ['Igen, szívesen.', 'Az M méret jó.'],
    'iPhone-ról küldve',
  ),
  language(
    'ro',
    ['În', 'a scris'],
    'De la|Trimis|Către|Subiect',
    'Mesaj original',
    ['Da, cu plăcere.', 'Mărimea M e bună.'],
    'Trimis de pe iPhone-ul meu',
  ),
  language(
    'tr',
    ['', 'şunu yazdı'],
    'Kimden|Gönderildi|Kime|Konu',
    'Orijinal İleti',
    ['Evet, memnuniyetle.', 'M beden uyuyor.'],
    'iPhone’umdan gönderildi',
  ),
  language(
    'el',
    ['Στις', 'έγραψε'],
    'Από|Στάλθηκε|Προς|Θέμα',
    'Αρχικό μήνυμα',
    ['Ναι, ευχαρίστως.', 'Το μέγεθος M κάνει.'],
    'Στάλθηκε από το iPhone μου',
  ),
  language(
    'ja',
    ['', 'のメール'],
    '差出人|送信日時|宛先|件名',
    '元のメッセージ',
    ['はい、喜んで。', 'Mサイズで大丈夫です。'],
    'iPhoneから送信',
  ),
  language(
    'zh-CN',
    ['在', '写道'],
    '发件人|发送时间|收件人|主题',
    '原始邮件',
    ['好的，很乐意。', 'M码合适。'],
    '发自我的iPhone',
  ),
  language(
    'ko',
    ['', '작성'],
    '보낸사람|보낸날짜|받는사람|제목',
    '원본 메시지',
    ['네, 좋아요.', 'M 사이즈가 맞아요.'],
    '나의 iPhone에서 보냄',
  ),
];

const SENT = new Date('2026-03-02T09:11:12Z');
const NAME = 'Mia Larkmoor';
const MAIL = 'mia@larkmoor.test';
const NUMERIC = '02.03.2026';
const ISO = '2026-03-02';

const format = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Berlin', ...options }).format(SENT);
const long = ({ locale }: Language) =>
  format(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const medium = ({ locale }: Language) =>
  format(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const short = ({ locale }: Language) => format(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const time = ({ locale }: Language) => format(locale, { hour: '2-digit', minute: '2-digit' });

/** What a program writes before a quote. `marks` is whether it marks quoted lines with `>`. */
export interface Program {
  name: string;
  marks: boolean;
  attribution(words: Language): string;
}

const marking = (name: string, attribution: Program['attribution']): Program => ({
  name,
  marks: true,
  attribution,
});
const heading = (name: string, attribution: Program['attribution']): Program => ({
  name,
  marks: false,
  attribution,
});
const fields = ({ fields: [from, sent, to, subject] }: Language, when: string) =>
  `${from}: ${NAME} <${MAIL}>\n${sent}: ${when}\n${to}: Ana Lima <ana@x.test>\n${subject}: Spring`;
const opened = ({ on }: Language, rest: string) => `${on} ${rest}`.trim();

export const PROGRAMS: readonly Program[] = [
  marking('Gmail', (l) => `${opened(l, `${medium(l)}, ${time(l)} ${NAME} <${MAIL}>`)} ${l.wrote}:\n`),
  marking(
    'Gmail, wrapped',
    (l) => `${opened(l, `${medium(l)}, ${time(l)} ${NAME} <`)}\n${MAIL}> ${l.wrote}:\n`,
  ),
  marking('Apple Mail', (l) => `${opened(l, `${short(l)}, ${time(l)}, ${NAME} <${MAIL}>`)} ${l.wrote}:\n`),
  marking(
    'iPhone',
    (l) => `${l.sentFrom}\n\n${opened(l, `${short(l)}, ${time(l)}, ${NAME} <${MAIL}>`)} ${l.wrote}:\n`,
  ),
  marking('Thunderbird', (l) => `${opened(l, `${NUMERIC} 10:11, ${NAME}`)} ${l.wrote}:`),
  marking('Roundcube', (l) => `${opened(l, `${ISO} 10:11, ${NAME}`)} ${l.wrote}:`),
  marking('SquirrelMail', (l) => `${opened(l, `${medium(l)} 10:11, ${NAME}`)} ${l.wrote}:`),
  marking('Mutt', (l) => `${opened(l, `${medium(l)} 10:11:12 +0100, ${NAME}`)} ${l.wrote}:`),
  marking('Evolution', (l) => `${opened(l, `${ISO} 10:11 +0100, ${NAME}`)} ${l.wrote}:`),
  marking('KMail', (l) => `${opened(l, `${long(l)} 10:11:12 CET ${NAME}`)} ${l.wrote}:`),
  marking('Fastmail', (l) => `${opened(l, `${medium(l)}, ${time(l)}, ${NAME}`)} ${l.wrote}:`),
  marking('Proton Mail', (l) => `${opened(l, `${long(l)} ${time(l)}, ${NAME} <${MAIL}>`)} ${l.wrote}:\n`),
  marking('Yandex', () => `${NUMERIC}, 10:11, "${NAME}" <${MAIL}>:`),
  marking('Mail.ru', (l) => `${long(l)}, 10:11 +03:00, ${NAME}:\n`),
  marking('Mail.ru with address', (l) => `${long(l)}, 10:11 +03:00, ${NAME} <${MAIL}>:\n`),
  marking(
    'Zoho',
    (l) => `---- ${opened(l, `Mon, 02 Mar 2026 10:11:12 +0100 ${NAME} &lt;${MAIL}&gt;`)} ${l.wrote} ----\n`,
  ),
  marking(
    'Zoho, plain',
    (l) => `---- ${opened(l, `${medium(l)} 10:11:12 +0100 ${NAME} <${MAIL}>`)} ${l.wrote} ----\n`,
  ),
  marking('Spark', (l) => `${opened(l, `${short(l)}, 10:11 +0100, ${NAME} <${MAIL}>`)}, ${l.wrote}:`),
  marking('Tuta', (l) => `${short(l)}, 10:11 ${NAME} <${MAIL}>:\n`),
  marking('Horde', () => `Quoting ${NAME} <${MAIL}>:\n`),
  marking('NetEase', (l) => `${opened(l, `${ISO} 10:11:12, "${NAME}" <${MAIL}>`)} ${l.wrote}:`),
  marking('Polish portals', (l) => `${opened(l, `${short(l)} 10:11 ${NAME} <${MAIL}>`)} ${l.wrote}:\n`),
  heading('Outlook', (l) => fields(l, `${long(l)} 10:11`)),
  heading('Outlook on the web', (l) => `${'_'.repeat(32)}\n${fields(l, `${long(l)} 10:11`)}`),
  heading(
    'Outlook on a phone',
    (l) => `Get Outlook for iOS<https://aka.ms/o0ukef>\n${'_'.repeat(32)}\n${fields(l, `${long(l)} 10:11`)}`,
  ),
  heading('Outlook Express', (l) => `-----${l.original}-----\n${fields(l, `${long(l)} 10:11`)}`),
  heading(
    'Samsung Email',
    (l) => `-------- ${l.original} --------\n${fields(l, `${NUMERIC} 10:11 (GMT+01:00)`)}`,
  ),
  heading(
    'QQ Mail',
    (l) => `------------------ ${l.original} ------------------\n${fields(l, `${long(l)} 10:11`)}`,
  ),
  heading('Seznam', (l) => `---------- ${l.original} ----------\n${fields(l, `2. 3. 2026 10:11:12`)}`),
  heading('GMX', (l) => `${l.sentFrom}\n\n${fields(l, `${long(l)} 10:11`)}`),
  heading('Outlook, in bold', (l) => fields(l, `${long(l)} 10:11`).replace(/^([^:]+):/gm, '*$1:*')),
  heading('Wrapped headers', (l) =>
    fields(l, `${long(l)} 10:11`).replace('Ana Lima <', 'Ana Lima, Ben Okoro and others of Fernwell\n <'),
  ),
];

const FIRST = ['Hello Ana,', '', 'would you join our spring campaign?'];
const SECOND = ['Which size do you wear?', '', 'Mia'];
const marked = (lines: readonly string[]) => lines.map((line) => (line ? `> ${line}` : '>')).join('\n');

/** A reply and its author's text; null if the program leaves no trace of the quote. */
export function replyOf(
  program: Program,
  words: Language,
  position: Position,
): { email: string; answer: string } | null {
  const head = program.attribution(words);
  const [one, two] = words.answer;
  const answer = `${one}\n\n${two}`;
  if (!program.marks)
    return position === 'above'
      ? { email: `${answer}\n\n${head}\n\n${[...FIRST, ...SECOND].join('\n')}\n`, answer }
      : null;
  if (position === 'above')
    return { email: `${answer}\n\n${head}\n${marked([...FIRST, ...SECOND])}\n`, answer };
  if (position === 'below')
    return { email: `${head}\n${marked([...FIRST, ...SECOND])}\n\n${answer}\n`, answer };
  const between = `${marked(FIRST)}\n\n${one}\n\n${marked(SECOND)}\n\n${two}`;
  return { email: `${head}\n${between}\n`, answer: between };
}
