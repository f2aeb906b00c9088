import type { Call } from '../call.ts';

const IRREGULAR: Record<string, string> = {
  buy: 'Bought',
  cancel: 'Cancelled',
  decide: 'Decided on',
  get: 'Got',
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

const ABBREVIATIONS: Record<string, string> = { api: 'API', 'opt in': 'opt-in' };

function past(verb: string): string {
  const known = IRREGULAR[verb];
  if (known) return known;
  const word = verb.endsWith('e') ? `${verb}d` : verb.replace(/([^aeiou])y$/, '$1i').concat('ed');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What people call an action once it is done, out of the call's name: `createCampaign` is 'Created campaign'. */
function titleOf(name: string): string {
  const [verb = '', ...rest] = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const object = rest.join(' ').replace(/\b(api|opt in)/g, (found) => ABBREVIATIONS[found] ?? found);
  return `${past(verb)} ${object}`.trim();
}

/**
 * Whether a call belongs into the audit log of its brand: what changes something there, by the brand or for it, and
 * what carries its data away as a file.
 */
export function isAudited({ method, access, audit, file }: Call): boolean {
  const looks = method === 'GET' && file === undefined && audit === undefined;
  if (looks || audit === false || access === 'public' || access === 'creator') return false;
  return typeof access !== 'object' || !('own' in access);
}

/** How a call stands in the audit log: 'Approved opt-in'. @param body what was sent, where it is known */
export function auditTitle(call: Call, body?: unknown): string {
  if (typeof call.audit === 'string') return call.audit;
  const special = typeof call.audit === 'function' && body !== undefined ? call.audit(body as never) : null;
  return special ?? titleOf(call.name);
}

/** What a call is about: the noun and the parameter of its path that names the object; without one it is new. */
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
