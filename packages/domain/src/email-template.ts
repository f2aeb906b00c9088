import { z } from 'zod';
import { Id, Instant, text } from './shape.ts';

/** What a template may be filled with, as written between `{{` and `}}`. */
export const TEMPLATE_VARIABLES = ['Name', 'Username', 'Email', 'Brand Name', 'Campaign Name'] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];

/** The largest body of a template, in characters of HTML. */
export const MAX_TEMPLATE = 500_000;

/** An email that a brand writes once and sends to many. `template` is sanitised HTML. */
export const EmailTemplate = z.object({
  id: Id,
  label: z.string(),
  subject: z.string(),
  template: z.string(),
  metaData: z.object({ campaigns: z.array(Id), isHTML: z.boolean() }),
  created: Instant,
  updated: Instant,
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' };

/** The words of an HTML body without its marks, trimmed: what its length is counted by. */
export function textOfTemplate(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/&#(?:160|xa0);/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const PLACE = /\{\{([^{}]*)\}\}/g;

/** The variable a name between braces means; blanks around it and its case do not matter. */
function variableNamed(name: string): TemplateVariable | undefined {
  const wanted = name
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  return TEMPLATE_VARIABLES.find((variable) => variable.toLowerCase() === wanted);
}

/** Names between `{{` and `}}` that are no variables, each once. */
export function unknownVariables(written: string): string[] {
  const names = [...written.matchAll(PLACE)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !variableNamed(name)).map((name) => name.trim()))];
}

/** Puts values in the places of variables; `write` makes a value fit for where it stands (HTML, a header). */
export function fillTemplate(
  written: string,
  values: Record<TemplateVariable, string>,
  write: (value: string) => string,
): string {
  return written.replace(PLACE, (whole, name: string) => {
    const variable = variableNamed(name);
    return variable ? write(values[variable]) : whole;
  });
}

const knowsItsVariables = (value: string) => unknownVariables(value).length === 0;
const unknownText = ({ input }: { input?: unknown }) =>
  `Unknown variable: ${unknownVariables(String(input))
    .map((name) => `{{${name}}}`)
    .join(', ')}`;

/** The body as a person writes it. */
export const TemplateBody = text({ max: MAX_TEMPLATE })
  .refine((html) => textOfTemplate(html) !== '', { message: 'Please enter a template', abort: true })
  .refine((html) => textOfTemplate(html).length > 10, { message: 'Template is too short', abort: true })
  .refine(knowsItsVariables, { error: unknownText });

/** What a person fills in for a template. */
export const EmailTemplateForm = z.object({
  label: text({ max: 200, required: 'Please enter a label for your template' }),
  subject: text({ max: 300, required: 'Please enter a subject for your template' })
    .refine((value) => !/[\r\n]/.test(value), 'A subject stands on one line')
    .refine(knowsItsVariables, { error: unknownText }),
  template: TemplateBody,
  campaigns: z.array(Id).max(200).default([]),
});
export type EmailTemplateForm = z.input<typeof EmailTemplateForm>;
