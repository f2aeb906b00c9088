import type { FastifyInstance, FastifyReply } from 'fastify';
import { fromHere, Html, html, page, SECTIONS, sendPage, timeTag } from '../page/page.ts';
import { FAULTS, type Faults, type Provider, providers } from './faults.ts';

/** A field of a call: its JSON schema and type. */
export interface Field<Value = unknown, IsNeeded extends boolean = boolean> {
  schema: { type?: string; enum?: readonly string[] };
  isNeeded: IsNeeded;
  /** Never set: carries the type. */
  holds?: Value;
}
export type Fields = Record<string, Field>;

const field = <Value>(schema: object): Field<Value, false> => ({ schema, isNeeded: false });
export const text = (maxLength = 250, more = {}) => field<string>({ type: 'string', maxLength, ...more });
export const name = (maxLength: number) => text(maxLength, { minLength: 1 });
export const whole = (minimum: number, maximum: number) =>
  field<number>({ type: 'integer', minimum, maximum });
export const number = (maximum: number) => field<number>({ type: 'number', minimum: 0, maximum });
export const flag = field<boolean>({ type: 'boolean' });
export const oneOf = <const Value extends string>(values: readonly Value[]) => field<Value>({ enum: values });
export const listOf = <Value>({ schema }: Field<Value>, maxItems: number) =>
  field<Value[]>({ type: 'array', maxItems, items: schema });
/** An object with its own JSON schema. */
export const record = <Value extends object>(schema: object) => field<Value>({ type: 'object', ...schema });
export const secondsList = listOf(number(10_000_000), 20);
export const orNull = <Value>({ schema }: Field<Value>) => field<Value | null>({ ...schema, nullable: true });
export const needed = <Value>({ schema }: Field<Value>): Field<Value, true> => ({ schema, isNeeded: true });

type Places<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Places<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type NeededIn<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<unknown, true> ? Name : never;
}[keyof F];
type Held<F> = F extends Field<infer Value> ? Value : never;

/** Input of a call: its path parameters and fields. */
export type Input<Path extends string, F extends Fields> = {
  [Name in Exclude<Places<Path>, keyof F>]: string;
} & {
  [Name in NeededIn<F>]: Held<F[Name]>;
} & { [Name in Exclude<keyof F, NeededIn<F>>]?: Held<F[Name]> };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Registers a call. Fields in the path are read from there, others of `GET` and `DELETE` from the
 * query, and of `POST` and `PUT` from the JSON body. The result of `work` is returned as JSON.
 */
export type Calls = <const Path extends string, F extends Fields>(
  method: Method,
  path: Path,
  fields: F,
  work: (input: Input<Path, F>, reply: FastifyReply) => unknown,
) => void;

/** Returns the parameter names of a path: `id` of `/mail/:id`. */
const placesOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function schemaOf(fields: [string, Field][]) {
  const required = fields.filter(([, { isNeeded }]) => isNeeded).map(([name]) => name);
  const properties = Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]));
  // Without required fields the whole object is optional.
  return {
    type: 'object',
    nullable: required.length === 0,
    required,
    properties,
    additionalProperties: false,
  };
}

/**
 * Registers calls below a prefix: not for other sites, with errors in their own format. @param save
 * called after each change
 */
export async function registerCalls(
  app: FastifyInstance,
  { prefix, save = async () => {} }: { prefix: string; save?: (() => Promise<void>) | undefined },
  register: (calls: Calls) => void,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('preHandler', fromHere);
      scope.setErrorHandler((error: Error & { toBody?(): object; status?: number }, _request, reply) => {
        if (!error.toBody) throw error;
        return reply.code(error.status ?? 500).send(error.toBody());
      });
      register((method, url, fields, work) => {
        const isRead = method === 'GET' || method === 'DELETE';
        const places = placesOf(url);
        const [inPath, others] = [true, false].map((is) =>
          Object.entries(fields).filter(([name]) => places.includes(name) === is),
        );
        scope.route({
          method,
          url,
          schema: {
            ...(inPath?.length && { params: { ...schemaOf(inPath), additionalProperties: true } }),
            ...(others?.length && { [isRead ? 'querystring' : 'body']: schemaOf(others) }),
          },
          async handler({ params, query, body }, reply) {
            const input = Object.assign({}, params, query, body) as Parameters<typeof work>[0];
            const answer = await work(input, reply);
            if (method !== 'GET') await save();
            return answer;
          },
        });
      });
    },
    { prefix },
  );
}

const SHOWN = 30;
const MOST_COLUMNS = 9;
/** Maximum number of fields for a form to fit into a table row. */
const MOST_FIELDS = 2;
const FAULT_SECONDS = 5;

type Row = Record<string, unknown>;

/** A call with a form on the page; the path is such as `/subscriptions/:id/renew`. */
export interface FormCall {
  method: Method;
  path: string;
  fields: Fields;
}

/** A provider's control API and page. */
export interface Control {
  provider: Provider;
  faults: Faults;
  intro: () => Html;
  /** Prefix of the calls; `/api/{provider}` by default. */
  prefix?: string;
  /** Path and title of the page if not the provider's own. */
  at?: readonly [path: string, title: string];
  /** The whole state, returned by `GET` at the prefix. */
  state?: () => Record<string, unknown>;
  /** Source of the page's tables if not `state`. */
  tables?: () => Record<string, unknown>;
  /** Called after each change. */
  save?: () => Promise<void>;
}

/**
 * Registers a control API and its page, with a form for each changing call in the rows of the
 * matching table.
 */
export async function registerControl(
  app: FastifyInstance,
  { provider, faults, intro, state, tables = state, save, ...more }: Control,
  register: (calls: Calls) => void,
): Promise<void> {
  const { prefix = `/api/${provider}`, at: [path, title] = SECTIONS[provider] } = more;
  const forms: FormCall[] = [];
  await registerCalls(app, { prefix, save }, (add) => {
    if (state) add('GET', '/', {}, state);
    register((method, path, fields, work) => {
      if (method !== 'GET') forms.push({ method, path, fields });
      add(method, path, fields, work);
    });
  });
  app.get(path, (_request, reply) => {
    const lists = Object.entries(tables?.() ?? {}).filter(([, rows]) => Array.isArray(rows));
    const content = html`<h1>${title}</h1><p class="quiet">${intro()}</p>${alertPart}
${faultsPart(provider, faults)}
<h2>Actions</h2>${forms.map((form) => html`<p>${callForm(prefix, form)}</p>`)}
${lists.map(([name, rows]) => {
  const own = forms.filter((form) => tableOf(form) === name && isShort(form));
  const of = (row: Row) => own.map((form) => callForm(prefix, form, row));
  const [first] = rows as Row[];
  // Logs are newest first, everything else oldest first.
  const newest = first && 'at' in first ? (rows as Row[]) : (rows as Row[]).toReversed();
  return tablePart(name, newest, own.length > 0 ? { forms: of } : {});
})}`;
    return sendPage(reply, page({ title, content, current: provider }));
  });
}

/** The fault calls `GET`, `POST`, `DELETE /api/faults`, the same for all providers. */
export async function registerFaults(app: FastifyInstance, faults: Faults): Promise<void> {
  const names = { provider: oneOf(providers), target: text(300), failure: text(50) };
  const list = (provider?: Provider) => ({ faults: faults.list(provider) });
  await registerCalls(app, { prefix: '/api/faults' }, (on) => {
    on('GET', '/', names, ({ provider }) => list(provider));
    const limits = { times: whole(1, 100_000), seconds: number(100_000) };
    const added = { provider: needed(names.provider), target: names.target, failure: needed(names.failure) };
    on('POST', '/', { ...added, ...limits }, ({ times = null, seconds = FAULT_SECONDS, ...fault }) => {
      const named = fault.target?.trim() || '*';
      const isCall = fault.provider === 'billing' || fault.provider === 'shopify';
      const target = isCall ? named : named.toLowerCase().replace(/^@/, '');
      faults.add({ ...fault, target, times, seconds });
      return list(fault.provider);
    });
    on('DELETE', '/', names, (filter) => {
      faults.remove(filter);
      return list(filter.provider);
    });
  });
  app.addHook('preClose', async () => faults.release());
}

/** Where the control page's script shows errors. */
export const alertPart = html`<p class="notice" role="alert" hidden></p>`;

/** Returns the table of a call: `/hosted-pages/:id/expire` is about a row of `hostedPages`. */
const tableOf = ({ path }: FormCall): string =>
  (/^\/([\w-]+)\/:/.exec(path)?.[1] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const isShort = ({ path, fields }: FormCall): boolean =>
  Object.keys(fields).filter((name) => !placesOf(path).includes(name)).length <= MOST_FIELDS;

/** A form for a call, with path parameters filled from the row. */
export function callForm(prefix: string, { method, path, fields }: FormCall, row: Row = {}): Html {
  const places = placesOf(path);
  const all: Fields = { ...Object.fromEntries(places.map((place) => [place, needed(text())])), ...fields };
  const typed = Object.entries(all).filter(
    ([name, { schema }]) => !(places.includes(name) && name in row) && schema.type !== 'array',
  );
  const inQuery = method === 'DELETE' ? Object.keys(fields).filter((name) => !places.includes(name)) : [];
  const query = inQuery.map((name) => `${name}={${name}}`).join('&');
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
  return html`<form class="inline" data-method="${method}" action="${prefix}${address}${query && `?${query}`}">${typed.map(fieldPart)}<button aria-label="${label}${about && `: ${about}`}">${label}</button></form> `;
}

function fieldPart([name, { schema, isNeeded }]: [string, Field]): Html {
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  const input = choices
    ? html`<select name="${name}">${!isNeeded && html`<option></option>`}${choices.map((one) => html`<option>${one}</option>`)}</select>`
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

/** A provider's faults, and a form to add one. */
function faultsPart(provider: Provider, faults: Faults): Html {
  const { target, failures } = FAULTS[provider];
  const remove: FormCall = { method: 'DELETE', path: '', fields: {} };
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
