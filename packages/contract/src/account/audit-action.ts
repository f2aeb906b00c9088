import type { Call } from '../call.ts';

const IRREGULAR: Record<string, string> = {
  buy: 'Bought',
  cancel: 'Canceled',
  decide: 'Reviewed',
  get: 'Downloaded',
  give: 'Gave',
  keep: 'Kept',
  leave: 'Left',
  pay: 'Paid',
  put: 'Put',
  read: 'Read',
  remind: 'Reminded about',
  resend: 'Resent',
  send: 'Sent',
  set: 'Set',
  submit: 'Submitted',
  transfer: 'Transferred',
  undo: 'Undid',
  withdraw: 'Withdrew',
};

const ABBREVIATIONS: Record<string, string> = {
  api: 'API',
  csv: 'CSV',
  'follow up': 'follow-up',
  'opt in': 'opt-in',
  'opt out': 'opt-out',
  pdf: 'PDF',
  xlsx: 'XLSX',
};

function past(verb: string): string {
  const known = IRREGULAR[verb];
  if (known) return known;
  const word = verb.endsWith('e') ? `${verb}d` : verb.replace(/([^aeiou])y$/, '$1i').concat('ed');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Derives the past-tense title of an action from the call name: `createCampaign` becomes 'Created
 * campaign'. Titles have no articles.
 */
function titleOf(name: string): string {
  const [verb = '', ...rest] = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const object = rest
    .join(' ')
    .replace(/\b(api|csv|follow up|opt in|opt out|pdf|xlsx)/g, (found) => ABBREVIATIONS[found] ?? found);
  return `${past(verb)} ${object}`.trim();
}

/**
 * Returns whether a call is recorded in the brand's audit log: all changes, and downloads of the
 * brand's data.
 */
export function isAudited({ method, access, audit, file }: Call): boolean {
  const looks = method === 'GET' && file === undefined && audit === undefined;
  if (looks || audit === false || access === 'public' || access === 'creator') return false;
  return typeof access !== 'object' || !('own' in access);
}

/**
 * Returns the audit log title of a call, such as 'Approved opt-in'. @param body the request body,
 * if known
 */
export function auditTitle(call: Call, body?: unknown): string {
  if (typeof call.audit === 'string') return call.audit;
  const special = typeof call.audit === 'function' && body !== undefined ? call.audit(body as never) : null;
  return special ?? call.auditDefault ?? titleOf(call.name);
}

/**
 * Returns the resource a call acts on and the path parameter with its id. `param` is null for new
 * resources.
 */
export function auditObjectOf({ path, noun }: Call): { kind: string; param: string | null } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const param = names.filter((name) => name !== 'brandId' && (name === 'id' || name.endsWith('Id'))).at(-1);
  if (!param) return { kind: noun, param: null };
  if (param === 'id') return { kind: noun, param };
  return { kind: KINDS[param] ?? kebab(param.replace(/Id$/, '')), param };
}

const KINDS: Record<string, string> = {
  itemId: 'creator-list-item',
  importId: 'creator-import',
  previewId: 'content-preview',
  profileId: 'creator',
  templateId: 'email-template',
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
