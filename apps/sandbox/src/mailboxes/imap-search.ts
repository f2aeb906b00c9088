import { type Token, textOf } from './imap-reader.ts';
import type { KeptMessage } from './mail-accounts.ts';

const header = (raw: string, name: string): string => {
  const head = (raw.split(/\r?\n\r?\n/, 1)[0] ?? '').replace(/\r?\n[ \t]+/g, ' ');
  const found = head.match(new RegExp(`^${name}[ \\t]*:.*$`, 'gim')) ?? [];
  return found.join(' ').slice(0, 20_000);
};

const contains = (raw: string, name: string, text: string) =>
  header(raw, name).toLowerCase().includes(text.toLowerCase());

const day = (text: string) => Date.parse(`${text.replaceAll('-', ' ')} UTC`);

type Test = (message: KeptMessage) => boolean;

/** Reads one search key (RFC 9051, 6.4.4) from the front of the list. */
function readKey(keys: Token[]): Test {
  const key = keys.shift();
  if (Array.isArray(key)) return all([...key]);
  const name = textOf(key).toUpperCase();
  const argument = () => textOf(keys.shift());
  switch (name) {
    case 'FROM':
    case 'TO':
    case 'CC':
    case 'BCC':
    case 'SUBJECT': {
      const text = argument();
      return ({ raw }) => contains(raw, name, text);
    }
    case 'HEADER': {
      const [field, text] = [argument(), argument()];
      return ({ raw }) => contains(raw, field, text);
    }
    case 'SINCE': {
      const from = day(argument());
      return ({ receivedAt }) => Date.parse(receivedAt) >= from;
    }
    case 'OR': {
      const [one, other] = [readKey(keys), readKey(keys)];
      return (message) => one(message) || other(message);
    }
    case 'NOT': {
      const not = readKey(keys);
      return (message) => !not(message);
    }
    case 'UID': {
      const [from = 0, to = from] = argument()
        .split(':')
        .map((one) => (one === '*' ? Number.POSITIVE_INFINITY : Number(one)));
      return ({ uid }) => uid >= from && uid <= to;
    }
    case 'ALL':
      return () => true;
    default:
      throw new Error(`Unknown search key ${name}`);
  }
}

function all(keys: Token[]): Test {
  const tests: Test[] = [];
  while (keys.length > 0) tests.push(readKey(keys));
  return (message) => tests.every((test) => test(message));
}

/** Returns whether a message matches the keys of a `SEARCH`. */
export const matches = (message: KeptMessage, keys: readonly Token[]): boolean => all([...keys])(message);
