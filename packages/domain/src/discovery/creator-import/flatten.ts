/** No creator data is nested deeper, and hostile nesting must not exhaust the stack. */
const DEEPEST = 8;
const MOST_COLUMNS = 400;

/** A JSON value whose numbers keep their original digits. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Parses JSON without losing digits of long ids: numbers are kept as written. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text, (_key, read: unknown, context?: { source?: string }) =>
    typeof read === 'number' && !Number.isSafeInteger(read) ? (context?.source ?? read) : read,
  ) as JsonValue;
}

const NAME_KEYS = ['name', 'title', 'label', 'value', 'code', 'id'];

function listText(list: JsonValue[]): string {
  return list
    .map((entry) => {
      if (entry === null) return '';
      if (typeof entry !== 'object') return String(entry);
      if (Array.isArray(entry)) return '';
      const key = NAME_KEYS.find((name) => typeof entry[name] === 'string');
      return key ? String(entry[key]) : '';
    })
    .filter((part) => part !== '')
    .join('; ');
}

/**
 * Flattens a JSON record into cells with dotted column names (`snippet.title`,
 * `statistics.subscriberCount`, `account.user_profile.username`). Lists of plain values become one
 * cell joined by `; `. Lists of objects are kept the same way under `column[]`, because they
 * describe other people (audience, followers).
 */
export function flattenRecord(record: JsonValue): Map<string, string> {
  const cells = new Map<string, string>();
  const walk = (item: JsonValue, path: string, depth: number) => {
    if (cells.size >= MOST_COLUMNS) return;
    if (Array.isArray(item)) {
      const plain = item.every((entry) => entry === null || typeof entry !== 'object');
      cells.set(plain ? path || 'value' : `${path}[]`, listText(item));
    } else if (item !== null && typeof item === 'object') {
      if (depth >= DEEPEST) return;
      for (const [key, inner] of Object.entries(item)) walk(inner, path ? `${path}.${key}` : key, depth + 1);
    } else {
      cells.set(path || 'value', item === null ? '' : String(item));
    }
  };
  walk(record, '', 0);
  return cells;
}

const isObject = (item: JsonValue | undefined): item is { [key: string]: JsonValue } =>
  item !== null && typeof item === 'object' && !Array.isArray(item);

const LIST_KEYS = [
  'data',
  'items',
  'results',
  'accounts',
  'creators',
  'influencers',
  'channels',
  'profiles',
  'rows',
];

/**
 * Returns the records of a JSON document: a list at the top level or under a key such as `data` or
 * the only key, at most two levels down (`{ "data": { "items": [...] } }`); otherwise the object
 * itself.
 */
export function recordsOf(document: JsonValue, depth = 0): JsonValue[] {
  if (Array.isArray(document)) return document;
  if (!isObject(document)) return [];
  const keys = Object.keys(document);
  const candidates = [...LIST_KEYS.filter((key) => keys.includes(key)), ...(keys.length === 1 ? keys : [])];
  for (const key of candidates) {
    const inner = document[key];
    if (Array.isArray(inner) && inner.some(isObject)) return inner;
    if (depth < 1 && isObject(inner)) {
      const deeper = recordsOf(inner, depth + 1);
      if (deeper.length > 1 || (deeper.length === 1 && deeper[0] !== inner)) return deeper;
    }
  }
  return [document];
}
