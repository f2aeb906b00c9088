import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';
import { t } from './messages/messages.gen.ts';

/** Template variables, written between `{{` and `}}`. */
export const TEMPLATE_VARIABLES = ['Name', 'Username', 'Email', 'Brand Name', 'Campaign Name'] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];

/** Maximum length of a template body, in characters of HTML. */
export const MAX_TEMPLATE = 500_000;

/**
 * Maximum number of tags in a body: ten times those of a rich newsletter, and still fast to parse.
 */
export const MAX_TEMPLATE_TAGS = 20_000;

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

/** Returns the variable with this name, ignoring spaces, markup and case. */
function variableNamed(name: string): TemplateVariable | undefined {
  const wanted = plainName(name).toLowerCase();
  return TEMPLATE_VARIABLES.find((variable) => variable.toLowerCase() === wanted);
}

/** Returns the unknown names between `{{` and `}}`, without duplicates. */
export function unknownVariables(written: string): string[] {
  const names = [...written.matchAll(PLACE)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !variableNamed(name)).map(plainName))];
}

/**
 * A text split at its variables. Splitting once makes filling it for thousands of recipients fast.
 */
export type TemplateParts = readonly (string | { variable: TemplateVariable })[];

/** Splits a text at its variables; unknown names stay unchanged. */
export function splitTemplate(written: string): TemplateParts {
  const parts: (string | { variable: TemplateVariable })[] = [];
  let from = 0;
  for (const found of written.matchAll(PLACE)) {
    const variable = variableNamed(found[1] ?? '');
    if (!variable) continue;
    parts.push(written.slice(from, found.index), { variable });
    from = found.index + found[0].length;
  }
  parts.push(written.slice(from));
  return parts;
}

/** Fills variables with values; `write` escapes a value for its context (HTML, a header). */
export function fillTemplate(
  written: string | TemplateParts,
  values: Record<TemplateVariable, string>,
  write: (value: string) => string,
): string {
  const parts = typeof written === 'string' ? splitTemplate(written) : written;
  return parts.map((part) => (typeof part === 'string' ? part : write(values[part.variable]))).join('');
}

/** Normalizes the spelling of variables and moves markup inside them behind them. */
export function normalizeVariables(html: string): string {
  return html.replace(PLACE, (whole, name: string) => {
    const variable = variableNamed(name);
    return variable ? `{{${variable}}}${(name.match(/<[^<>]*>/g) ?? []).join('')}` : whole;
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
export function templateTextError(html: string): string | null {
  const words = templateText(html);
  if (words === '') return t('template.missing');
  return words.length > 10 ? null : t('template.tooShort');
}

/** A template body as entered by a person. */
export const TemplateBody = z
  .string({ error: () => t('template.missing') })
  .pipe(text({ max: MAX_TEMPLATE }))
  .refine((html) => html.split('<', MAX_TEMPLATE_TAGS + 2).length <= MAX_TEMPLATE_TAGS + 1, {
    error: () => t('template.formatting'),
    abort: true,
  })
  .refine((html) => templateText(html) !== '', { error: () => t('template.missing'), abort: true })
  .refine((html) => templateTextError(html) === null, { error: () => t('template.tooShort'), abort: true })
  .refine(knowsItsVariables, { error: unknownText });

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
