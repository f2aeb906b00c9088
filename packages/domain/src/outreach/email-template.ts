import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';
import { t } from './messages/messages.gen.ts';

/** Template variables, written between `{{` and `}}`. */
export const TEMPLATE_VARIABLES = ['Name', 'Username', 'Email', 'Brand Name', 'Campaign Name'] as const;

/** Variables that can be empty. Texts can name what to write instead: `{{First Name|there}}`. */
const OPTIONAL_VARIABLES = ['First Name', 'Latest Post', 'List Note'] as const;
export type OptionalVariable = (typeof OPTIONAL_VARIABLES)[number];

/** All variables, as editors offer them. */
export const ALL_VARIABLES = [...TEMPLATE_VARIABLES, ...OPTIONAL_VARIABLES] as const;
export type TemplateVariable = (typeof ALL_VARIABLES)[number];

/** A custom field of a creator list as a variable: `{{Field: Shirt size}}`. */
export type FieldVariable = `Field: ${string}`;

/** A variable that can be empty. */
export type GapVariable = OptionalVariable | FieldVariable;

/** The values of variables for one recipient. Those of custom fields are stored under {@link fieldVariable}. */
export type VariableValues = Record<(typeof TEMPLATE_VARIABLES)[number], string> &
  Partial<Record<GapVariable, string>>;

/** Other names of variables. */
const ALIASES: Record<string, TemplateVariable> = { handle: 'Username', 'latest post title': 'Latest Post' };

/** Maximum length of a template body, in characters of HTML. */
const MAX_TEMPLATE = 500_000;

/**
 * Maximum number of tags in a body: ten times those of a rich newsletter, and still fast to parse.
 */
const MAX_TEMPLATE_TAGS = 20_000;

/** An email template of a brand. `template` is sanitized HTML. */
export const EmailTemplate = z.object({
  id: Id,
  label: z.string(),
  subject: z.string(),
  template: z.string(),
  metaData: z.object({ campaigns: z.array(Id), isHTML: z.boolean() }),
  /** Increases with each change. */
  version: z.int(),
  /** Who last changed it; null if unknown. */
  updatedBy: z.string().nullable(),
  created: Instant,
  updated: Instant,
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Removes scripts and styles. Scans stepwise, because a single pattern is too slow on a body with a
 * hundred thousand opening tags.
 */
function withoutScripts(html: string): string {
  const opening = /<(script|style)\b/gi;
  let kept = '';
  let from = 0;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    kept += html.slice(from, found.index);
    const closing = new RegExp(`</${found[1]}[^<>]*>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    // An unclosed element extends to the end, as in browsers.
    if (!closing.exec(html)) return kept;
    from = opening.lastIndex = closing.lastIndex;
  }
  return kept + html.slice(from);
}

/** Returns the trimmed text of an HTML body without markup, for measuring its length. */
export function templateText(html: string): string {
  return withoutScripts(html)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/&#(?:160|xa0);/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const PLACE = /\{\{([^{}]*)\}\}/g;

/** Removes markup that editors leave inside a variable name. */
const plainName = (name: string) =>
  name
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;|&#160;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the variable with this name, ignoring spaces, underscores, markup and case. */
function variableNamed(name: string): TemplateVariable | FieldVariable | undefined {
  const written = plainName(name);
  const field = /^field\s*:\s*(\S.*)$/i.exec(written)?.[1];
  if (field && field.length <= MAX_FIELD_NAME) return `Field: ${field}`;
  const wanted = written.replaceAll('_', ' ').toLowerCase();
  return ALL_VARIABLES.find((variable) => variable.toLowerCase() === wanted) ?? ALIASES[wanted];
}

/** Longer than any name of a field, which editors may write with entities. */
const MAX_FIELD_NAME = 200;

/** Returns the key of a custom field's value: its name without differences in spaces, underscores and case. */
export const fieldVariable = (name: string): FieldVariable =>
  `Field: ${name
    .replace(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase()}`;

const FIELD = 'Field: ';
const isField = (variable: string): variable is FieldVariable => variable.startsWith(FIELD);

/** Returns how a field is written as a variable; null if its name contains characters that variables can't have. */
export const variableOfField = (name: string): FieldVariable | null =>
  /[{}|<>]/.test(name) ? null : `${FIELD}${name.trim()}`;

/** Returns sample values of the custom fields in a text: their names in brackets. */
export const sampleFields = (written: string): Partial<Record<FieldVariable, string>> =>
  Object.fromEntries(
    splitTemplate(written).flatMap((part) => {
      if (typeof part === 'string' || !isField(part.variable)) return [];
      const name = part.variable.slice(FIELD.length);
      return [[fieldVariable(name), `[${name}]`]];
    }),
  );

/** Returns the value of a variable; undefined if unknown. */
export const variableValue = (
  values: Partial<Record<TemplateVariable | FieldVariable, string>>,
  variable: TemplateVariable | FieldVariable,
): string | undefined => values[isField(variable) ? fieldVariable(variable.slice(FIELD.length)) : variable];

/** Splits what is written between `{{` and `}}` into the name and what to write if the value is empty. */
function readPlace(written: string): { name: string; fallback: string } {
  const [name = '', ...rest] = written.split('|');
  return { name, fallback: plainName(rest.join('|')).slice(0, MAX_FALLBACK).toWellFormed() };
}

/** Maximum length of what is written instead of an empty value. */
const MAX_FALLBACK = 200;

/** Returns the unknown names between `{{` and `}}`, without duplicates. */
export function unknownVariables(written: string): string[] {
  const names = [...written.matchAll(PLACE)].map(([, place = '']) => readPlace(place).name);
  return [...new Set(names.filter((name) => !variableNamed(name)).map(plainName))];
}

const LINE_START = /<(?:p|br|div|h[1-6]|li|tr|blockquote|pre)\b[^<>]*>/gi;

/** Returns unknown variables of a body with the line and the character in it, as a reader counts them from 1. */
export function unknownVariablePlaces(html: string): { name: string; line: number; column: number }[] {
  const found: { name: string; line: number; column: number }[] = [];
  for (const place of html.matchAll(PLACE)) {
    const { name } = readPlace(place[1] ?? '');
    if (variableNamed(name)) continue;
    const before = html.slice(0, place.index);
    const starts = [...before.matchAll(LINE_START)];
    const last = starts.at(-1);
    const text = before
      .slice(last ? last.index + last[0].length : 0)
      .replace(/<[^<>]*>/g, '')
      .replace(/&#?\w+;/g, ' ');
    // Text before the first block is the first line too.
    const lines =
      starts.length + (templateText(before.slice(0, starts[0]?.index ?? before.length)) === '' ? 0 : 1);
    found.push({ name: plainName(name), line: Math.max(1, lines), column: text.length + 1 });
    if (found.length === MAX_PLACES) break;
  }
  return found;
}

const MAX_PLACES = 20;

/** Returns the optional variables that a text needs a value for, because it doesn't say what to write instead. */
export function variablesWithoutFallback(written: string): GapVariable[] {
  const bare = splitTemplate(written).flatMap((part) =>
    typeof part === 'string' || part.fallback !== '' ? [] : [part.variable],
  );
  const fields = new Map<string, FieldVariable>();
  for (const field of bare.filter(isField)) {
    const key = fieldVariable(field.slice(FIELD.length));
    if (!fields.has(key)) fields.set(key, field);
  }
  return [...OPTIONAL_VARIABLES.filter((each) => bare.includes(each)), ...fields.values()];
}

/**
 * Returns the first name in a profile's name; empty where the name doesn't look like a person's: a handle, a single
 * letter, digits, all capitals longer than a name.
 */
export function firstNameOf(fullname: string): string {
  const words = fullname
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}'’.\-\s_@]/gu, ' ')
    .trim()
    .split(/\s+/);
  const [first = ''] = words.filter((word) => !/^(?:dr|mr|mrs|ms|prof|the|team|official)\.?$/i.test(word));
  if (words.length > 4 || /^(?:the|team|official)$/i.test(words[0] ?? '')) return '';
  if (!/^\p{Lu}[\p{L}\p{M}'’-]{1,19}$/u.test(first)) return '';
  const isShouted = first.length > 1 && first === first.toUpperCase() && first !== first.toLowerCase();
  return isShouted ? `${first.slice(0, 1)}${first.slice(1).toLowerCase()}` : first;
}

/**
 * A text split at its variables. Splitting once makes filling it for thousands of recipients fast.
 */
export type TemplateParts = readonly (
  | string
  | { variable: TemplateVariable | FieldVariable; fallback: string }
)[];

/** Splits a text at its variables; unknown names stay unchanged. */
export function splitTemplate(written: string): TemplateParts {
  const parts: TemplateParts[number][] = [];
  let from = 0;
  for (const found of written.matchAll(PLACE)) {
    const { name, fallback } = readPlace(found[1] ?? '');
    const variable = variableNamed(name);
    if (!variable) continue;
    parts.push(written.slice(from, found.index), {
      variable: isField(variable) ? (asText(variable) as FieldVariable) : variable,
      fallback: asText(fallback),
    });
    from = found.index + found[0].length;
  }
  parts.push(written.slice(from));
  return parts;
}

/** Decodes the entities that editors write, because fallbacks are escaped like values. */
const asText = (html: string) =>
  html.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);

/**
 * Fills variables with values, or with what the text says for empty ones; `write` escapes a value for its context
 * (HTML, a header).
 */
export function fillTemplate(
  written: string | TemplateParts,
  values: VariableValues,
  write: (value: string) => string,
): string {
  const parts = typeof written === 'string' ? splitTemplate(written) : written;
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : write(
            variableValue(values, part.variable)?.trim()
              ? (variableValue(values, part.variable) ?? '')
              : part.fallback,
          ),
    )
    .join('');
}

/** Normalizes the spelling of variables and moves markup inside them behind them. */
export function normalizeVariables(html: string): string {
  return html.replace(PLACE, (whole, written: string) => {
    const { name, fallback } = readPlace(written);
    const variable = variableNamed(name);
    const place = fallback ? `${variable}|${fallback}` : variable;
    return variable ? `{{${place}}}${(written.match(/<[^<>]*>/g) ?? []).join('')}` : whole;
  });
}

/** Returns whether braces are opened and never closed, and would be visible to recipients. */
const isUnfinished = (written: string): boolean => written.replace(PLACE, '').includes('{{');

const knowsItsVariables = (value: string) => unknownVariables(value).length === 0;
const unknownText = ({ input }: { input?: unknown }) =>
  t('template.unknownVariable', {
    names: unknownVariables(String(input))
      .slice(0, 5)
      .map((name) => `{{${name.slice(0, 60)}}}`)
      .join(', '),
  });

/** Returns what is wrong with the text of a body, or null. */
export function templateTextError(html: string, missing = () => t('template.missing')): string | null {
  const words = templateText(html);
  if (words === '') return missing();
  return words.length > 10 ? null : t('template.tooShort');
}

const bodyText = (missing: () => string) =>
  z
    .string({ error: missing })
    .pipe(text({ max: MAX_TEMPLATE }))
    .refine((html) => html.split('<', MAX_TEMPLATE_TAGS + 2).length <= MAX_TEMPLATE_TAGS + 1, {
      error: () => t('template.formatting'),
      abort: true,
    })
    .refine((html) => templateText(html) !== '', { error: missing, abort: true })
    .refine((html) => templateTextError(html) === null, { error: () => t('template.tooShort'), abort: true });

/** A template body as entered by a person. */
export const TemplateBody = bodyText(() => t('template.missing')).refine(knowsItsVariables, {
  error: unknownText,
});

/** Says that a follow-up has no text. */
export const followUpTextMissing = (): string => t('sequence.bodyMissing');

/** The body of a follow-up as entered by a person; says where unknown variables are. */
export const FollowUpBody = bodyText(followUpTextMissing).refine(knowsItsVariables, {
  error: ({ input }) => unknownVariablesText(String(input)),
});

/** Describes unknown variables with their places. */
const unknownVariablesText = (html: string): string =>
  unknownVariablePlaces(html)
    .slice(0, 5)
    .map(({ name, line, column }) =>
      t('sequence.unknownVariable', { name: `{{${name.slice(0, 60)}}}`, line, column }),
    )
    .join(' ');

/** A subject of a template or preview. */
export const TemplateSubject = text({ max: 300 })
  .refine((value) => !/[\r\n]/.test(value), { error: () => t('subject.singleLine') })
  .refine((value) => !isUnfinished(value), { error: () => t('subject.unfinished') })
  .refine(knowsItsVariables, { error: unknownText });

/** Input for saving a template. */
export const EmailTemplateForm = z.object({
  label: z
    .string({ error: () => t('template.labelMissing') })
    .pipe(text({ max: 200, required: () => t('template.labelMissing') })),
  subject: z
    .string({ error: () => t('subject.missing') })
    .refine((value) => value.trim() !== '', { error: () => t('subject.missing') })
    .pipe(TemplateSubject),
  template: TemplateBody,
  campaigns: z.array(Id).max(200).default([]),
});
export type EmailTemplateForm = z.input<typeof EmailTemplateForm>;
