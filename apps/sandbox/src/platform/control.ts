import type { FastifyInstance, FastifyReply } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { Html, html } from '../page/html.ts';
import { page, sendPage, timeTag } from '../page/layout.ts';
import { FAULTS, type Faults, type Provider } from './faults.ts';

const SHOWN = 30;
const MOST_COLUMNS = 9;
/** A row of a table has room for forms with so many fields. */
const MOST_FIELDS = 2;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Properties = Record<string, { type?: string | string[]; enum?: readonly string[] }>;
type Schema = { properties?: Properties; required?: readonly string[] };
type Options = { schema?: { body?: Schema; params?: Schema; querystring?: Schema } };
type Row = Record<string, unknown>;

/**
 * Adds a call to a control API. `work` is given what stands in the address and the body together, and what it returns is
 * answered as JSON.
 */
export type Calls = <Input>(
  method: Method,
  path: string,
  options: object,
  work: (input: Input, reply: FastifyReply) => unknown,
) => void;

/** A call as its form on the page needs it. */
export interface FormCall {
  method: Method;
  /** Such as `/subscriptions/:id/renew`. */
  path: string;
  options: Options;
}

/** The control API of a provider, and its page. */
export interface Control {
  provider: Provider;
  /** Where the calls are, such as `/api/billing`. */
  prefix: string;
  /** Where the page is, such as `/billing`. */
  path: string;
  title: string;
  intro: () => Html;
  faults: Faults;
  /** All that is remembered: the answer of `GET` at the prefix, whose lists are the tables of the page. */
  state?: (query?: Record<string, string>) => Record<string, unknown>;
  /** Called after each change. */
  save?: () => Promise<void>;
}

/**
 * Adds a control API: not for other sites, refusals in their own shape; and its page, which has a form for every call
 * that changes something, in the rows of the table that the call begins with.
 */
export async function registerControl(
  app: FastifyInstance,
  { prefix, state, save = async () => {}, ...panel }: Control,
  register: (calls: Calls) => void,
): Promise<void> {
  const forms: FormCall[] = [];
  await app.register(
    async (scope) => {
      scope.addHook('preHandler', fromHere);
      scope.setErrorHandler((error: Error & { toBody?(): object; status?: number }, _request, reply) => {
        if (!error.toBody) throw error;
        return reply.code(error.status ?? 500).send(error.toBody());
      });
      const on: Calls = (method, path, options, work) => {
        if (method !== 'GET') forms.push({ method, path, options });
        scope.route({
          method,
          url: path,
          ...options,
          async handler({ params, query, body }, reply) {
            const input = Object.assign({}, params, query, body) as Parameters<typeof work>[0];
            const answer = await work(input, reply);
            if (method !== 'GET') await save();
            return answer;
          },
        });
      };
      if (state) on<Record<string, string>>('GET', '/', {}, (query) => state(query));
      register(on);
    },
    { prefix },
  );
  app.get(panel.path, (_request, reply) => {
    const tables = Object.entries(state?.() ?? {}).filter(([, rows]) => Array.isArray(rows));
    const content = html`<h1>${panel.title}</h1><p class="quiet">${panel.intro()}</p>${alertPart}
${faultsPart(panel.provider, panel.faults)}
<h2>Actions</h2>${forms.map((form) => html`<p>${callForm(prefix, form)}</p>`)}
${tables.map(([name, rows]) => {
  const own = forms.filter((form) => tableOf(form) === name && isShort(form));
  const of = (row: Row) => own.map((form) => callForm(prefix, form, row));
  const [first] = rows as Row[];
  // Logs have the newest first, everything else the oldest.
  const newest = first && 'at' in first ? (rows as Row[]) : (rows as Row[]).toReversed();
  return tablePart(name, newest, own.length > 0 ? { forms: of } : {});
})}`;
    return sendPage(reply, page({ title: panel.title, content, current: panel.provider }));
  });
}

/** Where the script of control pages says what was refused. */
export const alertPart = html`<p class="notice" role="alert" hidden></p>`;

/** The table a call begins with: `/hosted-pages/:id/expire` is about a row of `hostedPages`. */
const tableOf = ({ path }: FormCall): string =>
  (/^\/([\w-]+)\/:/.exec(path)?.[1] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const isShort = ({ options }: FormCall): boolean =>
  Object.keys(options.schema?.body?.properties ?? {}).length <= MOST_FIELDS;

/** A form for a call; what a row says of its address is filled in. */
export function callForm(prefix: string, { method, path, options }: FormCall, row: Row = {}): Html {
  const { body, params, querystring } = options.schema ?? {};
  const places = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const fields: Properties = {
    ...Object.fromEntries(places.map((name) => [name, {}])),
    ...params?.properties,
  };
  const typed = Object.entries({ ...fields, ...querystring?.properties, ...body?.properties }).filter(
    ([name, { type }]) => !(places.includes(name) && name in row) && type !== 'array',
  );
  const query = Object.keys(querystring?.properties ?? {}).map((name) => `${name}={${name}}`);
  const address = path.replace(/:(\w+)/g, (_, name: string) =>
    name in row ? encodeURIComponent(String(row[name])) : `{${name}}`,
  );
  const about = String(row.name ?? row.id ?? '');
  const words = path
    .replace(/\?.*/, '')
    .split('/')
    .filter((word) => /^\w/.test(word));
  const own = about && words.length > 1 ? words.slice(1) : words;
  const label = [method === 'DELETE' ? 'remove' : '', ...own].join(' ').trim() || 'change';
  return html`<form class="inline" data-method="${method}" action="${prefix}${address}${query.length > 0 && `?${query.join('&')}`}">${typed.map(([name, field]) => fieldPart(name, field, !places.includes(name) && !body?.required?.includes(name)))}<button aria-label="${label}${about && `: ${about}`}">${label}</button></form> `;
}

function fieldPart(name: string, { enum: values, type }: Properties[string], isOptional: boolean): Html {
  const choices = values ?? (type === 'boolean' ? ['true', 'false'] : null);
  const input = choices
    ? html`<select name="${name}">${isOptional && html`<option></option>`}${choices.map((one) => html`<option>${one}</option>`)}</select>`
    : html`<input name="${name}" maxlength="4000">`;
  return html`<label class="inline">${name}${input}</label>`;
}

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

/** A table of the first rows with their forms. */
export function tablePart(
  title: string,
  rows: object[],
  { forms, most = SHOWN }: { forms?: (row: Row) => Html[]; most?: number } = {},
): Html {
  const shown = rows.slice(0, most) as Row[];
  if (shown.length === 0) return html`<h2>${title}</h2><p class="quiet">None.</p>`;
  const heads = [...new Set(shown.flatMap((row) => Object.keys(row)))].slice(0, MOST_COLUMNS);
  const line = (row: Row) =>
    html`<tr>${heads.map((head) => html`<td>${cell(head, row[head])}</td>`)}${forms && html`<td class="number">${forms(row)}</td>`}</tr>`;
  return html`<h2>${title}</h2><div class="table" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head.replaceAll('_', ' ')}</th>`)}${forms && html`<th scope="col" class="number">actions</th>`}</tr></thead><tbody>${shown.map(line)}</tbody></table></div>
${rows.length > most && html`<p class="quiet">${most} of ${rows.length}</p>`}`;
}

/** Faults of a provider: what stands, and a form to add one. */
function faultsPart(provider: Provider, faults: Faults): Html {
  const { target, failures } = FAULTS[provider];
  const remove: FormCall = { method: 'DELETE', path: '', options: {} };
  const rows = faults
    .list(provider)
    .map((fault) => ({ ...fault, name: `${fault.failure} of ${fault.target}` }));
  return html`<h2>Add a fault</h2>
<form class="row" data-method="POST" action="/api/faults"><input type="hidden" name="provider" value="${provider}">
<label>Failure<select name="failure">${Object.entries(failures).map(([failure, text]) => html`<option value="${failure}">${failure}: ${text}</option>`)}</select></label>
<label>Target<input name="target" maxlength="300" placeholder="*" title="${target}"></label>
<label>Times<input type="number" name="times" min="1" placeholder="Until removed"></label>
<label>Seconds<input type="number" name="seconds" min="0" step="any" placeholder="5"></label>
<button class="main">Add fault</button></form><p class="quiet">Target: ${target}.</p>
${tablePart('Faults', rows, {
  forms({ target: of, failure, name }) {
    const query = new URLSearchParams({ provider, target: String(of), failure: String(failure) });
    return [callForm(`/api/faults?${query}`, remove, { name })];
  },
})}`;
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
/** The schema of a part of an address. */
export const paramsOf = (properties: Record<string, object>) => ({ type: 'object', properties });
export const text = (maxLength = 250) => ({ type: 'string', maxLength });
export const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
export const flag = { type: 'boolean' };
export const secondsList = {
  type: 'array',
  maxItems: 20,
  items: { type: 'number', minimum: 0, maximum: 10_000_000 },
};
