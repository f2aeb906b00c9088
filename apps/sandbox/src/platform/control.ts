import type { FastifyInstance } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { type Html, html } from '../page/html.ts';
import { page, sendPage, timeTag } from '../page/layout.ts';
import { FAULTS, type Faults, type Provider } from './faults.ts';

const SHOWN = 30;

type Cell = string | number | boolean | null | undefined | object;
type Row = Record<string, Cell>;

/** One thing a person can make happen: a button, with fields where it takes any, or a link. */
export interface Action {
  label: string;
  /** What it is about, for people who do not see the row. */
  about?: string;
  method?: 'POST' | 'PUT' | 'DELETE';
  /** Below the prefix of the provider's calls; `{field}` is what was typed into it. With `link`, an address. */
  path: string;
  link?: boolean;
  /** Sent as it is. */
  body?: Record<string, string | number | boolean>;
  /** Typed by the person: a placeholder (of several lines where it begins with one), or the values to choose from. */
  fields?: Record<string, string | readonly string[]>;
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
  tables: () => {
    title: string;
    rows: Row[];
    actions?: (row: Row) => Action[];
  }[];
}

function cell(value: Cell): Html {
  if (value === null || value === undefined || value === '') return html`<span class="quiet">-</span>`;
  if (typeof value === 'object') return html`<code>${JSON.stringify(value).slice(0, 160)}</code>`;
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return timeTag(value);
  if (typeof value === 'string' && /^(https?:\/)?\/[^\s]+$/.test(value))
    return html`<a href="${value}">${value.slice(-24)}</a>`;
  return html`${String(value).slice(0, 120)}`;
}

function control(panel: Panel, action: Action): Html {
  const { label, about, path, link, method = 'POST', body = {}, fields = {} } = action;
  const name = about ? `${label}: ${about}` : label;
  if (link) return html`<a class="button" href="${path}" aria-label="${name}">${label}</a> `;
  const inputs = Object.entries(fields).map(([field, hint]) =>
    typeof hint === 'string' && hint.startsWith('\n')
      ? html`<label class="inline">${field}<textarea name="${field}" rows="4" placeholder="${hint.trim()}"></textarea></label>`
      : typeof hint === 'string'
        ? html`<label class="inline">${field}<input name="${field}" maxlength="2000" placeholder="${hint}"></label>`
        : html`<label class="inline">${field}<select name="${field}">${hint.map((one) => html`<option>${one}</option>`)}</select></label>`,
  );
  return html`<form class="inline" data-method="${method}" action="${panel.prefix}${path}">${Object.entries(body).map(([key, value]) => html`<input type="hidden" name="${key}" value="${String(value)}">`)}${inputs}<button aria-label="${name}">${label}</button></form> `;
}

function table(panel: Panel, title: string, rows: Row[], actions?: (row: Row) => Action[]): Html {
  if (rows.length === 0) return html`<h2>${title}</h2><p class="quiet">None.</p>`;
  const heads = [...new Set(rows.slice(0, SHOWN).flatMap((row) => Object.keys(row)))];
  const line = (row: Row) =>
    html`<tr>${heads.map((head) => html`<td>${cell(row[head])}</td>`)}${actions && html`<td class="number">${actions(row).map((one) => control(panel, one))}</td>`}</tr>`;
  return html`<h2>${title}</h2><div class="table" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}${actions && html`<th scope="col" class="number">actions</th>`}</tr></thead><tbody>${rows.slice(0, SHOWN).map(line)}</tbody></table></div>
${rows.length > SHOWN && html`<p class="quiet">${SHOWN} of ${rows.length}</p>`}`;
}

/** Faults of a provider: what stands, and a form to add one. */
export function faultsPart({ provider }: Pick<Panel, 'provider'>, faults: Faults): Html {
  const { target, failures } = FAULTS[provider];
  const at = { provider, prefix: '/api/faults' } as Panel;
  const standing = faults
    .list(provider)
    .map(({ target: name, failure, times }) => ({ target: name, failure, times: times ?? 'until removed' }));
  return html`<h2>Add a fault</h2>
<form class="row" data-method="POST" action="/api/faults"><input type="hidden" name="provider" value="${provider}">
<label>Failure<select name="failure">${Object.entries(failures).map(([failure, text]) => html`<option value="${failure}">${failure}: ${text}</option>`)}</select></label>
<label>Target<input name="target" maxlength="300" placeholder="*" title="${target}"></label>
<label>Times<input type="number" name="times" min="1" placeholder="Until removed"></label>
<label>Seconds<input type="number" name="seconds" min="0" step="any" placeholder="5"></label>
<button class="main">Add fault</button></form><p class="quiet">Target: ${target}.</p>
${table(at, 'Faults', standing, (row) => [
  {
    label: 'Remove',
    about: `${row.failure} of ${row.target}`,
    method: 'DELETE',
    path: `?${new URLSearchParams({ provider, target: String(row.target), failure: String(row.failure) })}`,
  },
])}`;
}

/** The page of a provider: its faults, actions and tables, in one form for all providers. */
export function registerPanel(app: FastifyInstance, faults: Faults, panel: Panel): void {
  app.get(panel.path, (_request, reply) => {
    const { title, intro, tables, actions = [] } = panel;
    const content = html`<h1>${title}</h1><p class="quiet">${intro()}</p><p class="notice" role="alert" hidden></p>
${faultsPart(panel, faults)}
${actions.length > 0 && html`<h2>Actions</h2>${actions.map((one) => html`<p>${control(panel, one)}</p>`)}`}
${tables().map((one) => table(panel, one.title, one.rows, one.actions))}`;
    return sendPage(reply, page({ title, content, current: panel.provider }));
  });
}

/** Calls of a control API in a scope of their own: not for other sites, `saved` after each change. */
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
