import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';

/** What a template may be filled with, as written between `{{` and `}}`. */
export const TEMPLATE_VARIABLES = ['Name', 'Username', 'Email', 'Brand Name', 'Campaign Name'] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];

/** The largest body of a template, in characters of HTML. */
export const MAX_TEMPLATE = 500_000;

/** The most marks in a body: ten times those of a rich newsletter, and few enough to be read in no time. */
export const MAX_TEMPLATE_MARKS = 20_000;

/** An email that a brand writes once and sends to many. `template` is sanitised HTML. */
export const EmailTemplate = z.object({
  id: Id,
  label: z.string(),
  subject: z.string(),
  template: z.string(),
  metaData: z.object({ campaigns: z.array(Id), isHTML: z.boolean() }),
  /** Grows with each change. */
  version: z.int(),
  /** Who changed it last; null when that is not known. */
  updatedBy: z.string().nullable(),
  created: Instant,
  updated: Instant,
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * A body without its scripts and styles. Told step by step, because one pattern for both ends takes far too long
 * on a body that opens them a hundred thousand times.
 */
function withoutScripts(html: string): string {
  const opening = /<(script|style)\b/gi;
  let kept = '';
  let from = 0;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    kept += html.slice(from, found.index);
    const closing = new RegExp(`</${found[1]}[^<>]*>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    // What is never closed swallows the rest, in browsers too.
    if (!closing.exec(html)) return kept;
    from = opening.lastIndex = closing.lastIndex;
  }
  return kept + html.slice(from);
}

/** The words of an HTML body without its marks, trimmed: what its length is counted by. */
export function textOfTemplate(html: string): string {
  return withoutScripts(html)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/&#(?:160|xa0);/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const PLACE = /\{\{([^{}]*)\}\}/g;

/** A name between braces as a person reads it: without marks that an editor left in it. */
const plainName = (name: string) =>
  name
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;|&#160;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The variable a name between braces means; blanks, marks and case do not matter. */
function variableNamed(name: string): TemplateVariable | undefined {
  const wanted = plainName(name).toLowerCase();
  return TEMPLATE_VARIABLES.find((variable) => variable.toLowerCase() === wanted);
}

/** Names between `{{` and `}}` that are no variables, each once. */
export function unknownVariables(written: string): string[] {
  const names = [...written.matchAll(PLACE)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !variableNamed(name)).map(plainName))];
}

/**
 * A text cut at its variables: what stands still, and between two of those a variable. Filling a letter for
 * thousands of people cuts it once.
 */
export type TemplateParts = readonly (string | { variable: TemplateVariable })[];

/** Cuts a text at its variables; what is no variable stays as written. */
export function cutTemplate(written: string): TemplateParts {
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

/** Puts values in the places of variables; `write` makes a value fit for where it stands (HTML, a header). */
export function fillTemplate(
  written: string | TemplateParts,
  values: Record<TemplateVariable, string>,
  write: (value: string) => string,
): string {
  const parts = typeof written === 'string' ? cutTemplate(written) : written;
  return parts.map((part) => (typeof part === 'string' ? part : write(values[part.variable]))).join('');
}

/** Writes every variable in its own spelling and free of marks, which move behind it. */
export function tidyVariables(html: string): string {
  return html.replace(PLACE, (whole, name: string) => {
    const variable = variableNamed(name);
    return variable ? `{{${variable}}}${(name.match(/<[^<>]*>/g) ?? []).join('')}` : whole;
  });
}

/** Whether braces were opened and never closed, so that readers would see them. */
const isUnfinished = (written: string): boolean => written.replace(PLACE, '').includes('{{');

const knowsItsVariables = (value: string) => unknownVariables(value).length === 0;
const unknownText = ({ input }: { input?: unknown }) =>
  `Unknown variable: ${unknownVariables(String(input))
    .slice(0, 5)
    .map((name) => `{{${name.slice(0, 60)}}}`)
    .join(', ')}`;

/** What is wrong with the words of a body, or null. */
export function shortTemplate(html: string): string | null {
  const words = textOfTemplate(html);
  if (words === '') return 'Please enter a template';
  return words.length > 10 ? null : 'Template is too short';
}

/** The body as a person writes it. */
export const TemplateBody = z
  .string({ error: 'Please enter a template' })
  .pipe(text({ max: MAX_TEMPLATE }))
  .refine((html) => html.split('<', MAX_TEMPLATE_MARKS + 2).length <= MAX_TEMPLATE_MARKS + 1, {
    message: 'This has too many marks. Paste it as plain text.',
    abort: true,
  })
  .refine((html) => textOfTemplate(html) !== '', { message: 'Please enter a template', abort: true })
  .refine((html) => shortTemplate(html) === null, { message: 'Template is too short', abort: true })
  .refine(knowsItsVariables, { error: unknownText });

/** A subject, as a template has it or a preview shows it. */
export const TemplateSubject = text({ max: 300 })
  .refine((value) => !/[\r\n]/.test(value), 'A subject must be a single line')
  .refine((value) => !isUnfinished(value), 'Incomplete variable. Write {{Name}}')
  .refine(knowsItsVariables, { error: unknownText });

/** What a person fills in for a template. */
export const EmailTemplateForm = z.object({
  label: z
    .string({ error: 'Please enter a label for your template' })
    .pipe(text({ max: 200, required: 'Please enter a label for your template' })),
  subject: z
    .string({ error: 'Please enter a subject for your template' })
    .refine((value) => value.trim() !== '', 'Please enter a subject for your template')
    .pipe(TemplateSubject),
  template: TemplateBody,
  campaigns: z.array(Id).max(200).default([]),
});
export type EmailTemplateForm = z.input<typeof EmailTemplateForm>;
