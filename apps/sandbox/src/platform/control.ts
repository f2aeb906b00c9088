import type { FastifyInstance } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { Html, html } from '../page/html.ts';
import { page, sendPage, timeTag } from '../page/layout.ts';
import { FAULTS, type Faults, type Provider } from './faults.ts';

const SHOWN = 30;

/** One thing a person can make happen: a button, with fields where it takes any, or a link. */
export interface Action {
  label: string;
  method?: 'POST' | 'PUT' | 'DELETE';
  /** Below the prefix of the provider's calls; `{name}` is a column of the row, or what was typed. With `link`, an address. */
  path: string;
  link?: boolean;
  /** Sent as it is. */
  body?: Record<string, string | number | boolean | undefined>;
  /** Typed by the person: a placeholder (of several lines where it begins with one), or the values to choose from. */
  fields?: Record<string, string | readonly string[] | undefined>;
}

/** Rows of something that a provider remembers, with what can be made to happen to each. */
export interface Table {
  title: string;
  rows: Iterable<object>;
  /** Names of what is shown, the name of the row first; all of it without them. Times and addresses are made readable. */
  columns?: readonly string[];
  actions?: Action[];
  /** How many of them; 30 without it. */
  shown?: number;
}

/** What a provider's page shows: rows of what it remembers, and what can be made to happen. */
export interface Panel {
  provider: Provider;
  /** Where the page is, such as `/billing`. */
  path: string;
  title: string;
  intro: () => Html;
  /** Where its JSON calls are, such as `/api/billing`. */
  prefix: string;
  actions?: Action[];
  tables: () => Table[];
}

type Row = Record<string, unknown>;

function cell(name: string, value: unknown): Html {
  if (value === null || value === undefined || value === '') return html`<span class="quiet">-</span>`;
  if (value instanceof Html) return value;
  if (typeof value === 'object') return html`<code>${JSON.stringify(value).slice(0, 160)}</code>`;
  if (typeof value === 'number' && /(_at|_end|date)$/.test(name))
    return timeTag(new Date(value * 1000).toISOString());
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return timeTag(text);
  if (/^(https?:\/)?\/\S+$/.test(text)) return html`<a href="${text}">${text.slice(-24)}</a>`;
  return html`${text.slice(0, 120)}`;
}

function field([name, hint = '']: [string, string | readonly string[] | undefined]): Html {
  const input =
    typeof hint !== 'string'
      ? html`<select name="${name}">${hint.map((one) => html`<option>${one}</option>`)}</select>`
      : hint.startsWith('\n')
        ? html`<textarea name="${name}" rows="4" placeholder="${hint.trim()}"></textarea>`
        : html`<input name="${name}" maxlength="2000" placeholder="${hint}">`;
  return html`<label class="inline">${name}${input}</label>`;
}

/** @param row what the action is about, with its name for people who do not see the row */
export function control(prefix: string, action: Action, row: Row = {}, about = ''): Html {
  const { label, link, method = 'POST', body = {}, fields = {} } = action;
  const path = action.path.replace(/\{(\w+)\}/g, (place, name) =>
    name in row ? encodeURIComponent(String(row[name])) : place,
  );
  const name = about ? `${label}: ${about}` : label;
  if (link) return html`<a class="button" href="${path}" aria-label="${name}">${label}</a> `;
  const hidden = Object.entries(body).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${String(value)}">`,
  );
  return html`<form class="inline" data-method="${method}" action="${prefix}${path}">${hidden}${Object.entries(fields).map(field)}<button aria-label="${name}">${label}</button></form> `;
}

/** A table of the first rows, with their actions. */
export function tablePart(prefix: string, { title, columns, actions, shown = SHOWN, ...table }: Table): Html {
  const rows = [...table.rows] as Row[];
  const [first] = rows;
  if (!first) return html`<h2>${title}</h2><p class="quiet">None.</p>`;
  const heads = columns ?? Object.keys(first);
  const line = (row: Row) =>
    html`<tr>${heads.map((head) => html`<td>${cell(head, row[head])}</td>`)}${actions && html`<td class="number">${actions.map((one) => control(prefix, one, row, String(row[heads[0] ?? ''])))}</td>`}</tr>`;
  return html`<h2>${title}</h2><div class="table" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head.replaceAll('_', ' ')}</th>`)}${actions && html`<th scope="col" class="number">actions</th>`}</tr></thead><tbody>${rows.slice(0, shown).map(line)}</tbody></table></div>
${rows.length > shown && html`<p class="quiet">${shown} of ${rows.length}</p>`}`;
}

/** Faults of a provider: what stands, and a form to add one. */
function faultsPart(provider: Provider, faults: Faults): Html {
  const { target, failures } = FAULTS[provider];
  return html`<h2>Add a fault</h2>
<form class="row" data-method="POST" action="/api/faults"><input type="hidden" name="provider" value="${provider}">
<label>Failure<select name="failure">${Object.entries(failures).map(([failure, text]) => html`<option value="${failure}">${failure}: ${text}</option>`)}</select></label>
<label>Target<input name="target" maxlength="300" placeholder="*" title="${target}"></label>
<label>Times<input type="number" name="times" min="1" placeholder="Until removed"></label>
<label>Seconds<input type="number" name="seconds" min="0" step="any" placeholder="5"></label>
<button class="main">Add fault</button></form><p class="quiet">Target: ${target}.</p>
${tablePart('/api/faults', {
  title: 'Faults',
  rows: faults.list(provider),
  columns: ['failure', 'target', 'times', 'seconds'],
  actions: [
    { label: 'Remove', method: 'DELETE', path: '?provider={provider}&target={target}&failure={failure}' },
  ],
})}`;
}

/** The page of a provider: its faults, actions and tables, in one form for all providers. */
export function registerPanel(app: FastifyInstance, faults: Faults, panel: Panel): void {
  const { provider, path, title, intro, prefix, tables, actions = [] } = panel;
  app.get(path, (_request, reply) => {
    const content = html`<h1>${title}</h1><p class="quiet">${intro()}</p><p class="notice" role="alert" hidden></p>
${faultsPart(provider, faults)}
${actions.length > 0 && html`<h2>Actions</h2>${actions.map((one) => html`<p>${control(prefix, one)}</p>`)}`}
${tables().map((one) => tablePart(prefix, one))}`;
    return sendPage(reply, page({ title, content, current: provider }));
  });
}

/** Calls of a control API in a scope of their own: not for other sites, `save` after each change. */
export async function registerControl(
  app: FastifyInstance,
  prefix: string,
  save: () => Promise<void>,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('preHandler', fromHere);
      scope.addHook('preSerialization', async (request, _reply, payload) => {
        if (request.method !== 'GET') await save();
        return payload;
      });
      register(scope);
    },
    { prefix },
  );
}

/** The schema of a JSON body; without required fields the whole may be missing. */
export const bodyOf = (properties: Record<string, object>, required: string[] = []) => ({
  schema: {
    body: {
      type: 'object',
      nullable: required.length === 0,
      required,
      properties,
      additionalProperties: false,
    },
  },
});
export const text = (maxLength = 250) => ({ type: 'string', maxLength });
export const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
export const flag = { type: 'boolean' };
export const secondsList = {
  type: 'array',
  maxItems: 20,
  items: { type: 'number', minimum: 0, maximum: 10_000_000 },
};
