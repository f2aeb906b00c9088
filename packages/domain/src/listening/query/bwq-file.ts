import { MAX_QUERY } from './query-tree.ts';

/** A query file of Brandwatch users, `.bwq`: plain text with comments. */
export interface BwqFile {
  name: string;
  text: string;
}

/** A query from a file, with its comments and line breaks. */
export interface BwqQuery {
  name: string;
  query: string;
}

/** The longest name of a monitor. */
const MAX_NAME = 100;
/** Comment that stores the full name of a monitor. */
const NAME_COMMENT = /^\s*<<<\s*Monitor:\s*([^<>\r\n]{1,100}?)\s*>>>[ \t]*(?:\r\n|\n|\r)?/;

/**
 * Reads files, one query each. A file's name names the query unless a comment at its beginning does. Bytes that are no
 * UTF-8 should have become U+FFFD before.
 */
export const importBwq = (files: readonly BwqFile[]): BwqQuery[] =>
  files.map(({ name, text }) => {
    const content = text.replace(/^\ufeff/, '').slice(0, MAX_QUERY * 2);
    const named = NAME_COMMENT.exec(content);
    const query = content
      .slice(named?.[0].length ?? 0)
      .replace(/\r\n?/g, '\n')
      .trim();
    const base = name.replace(/^.*[\\/]/, '').replace(/\.bwq$/i, '');
    return { name: (named?.[1] ?? base).trim().slice(0, MAX_NAME) || 'Query', query };
  });

/** Writes a file for each query, with different names that every file system allows. */
export function exportBwq(queries: readonly BwqQuery[]): BwqFile[] {
  const taken = new Set<string>();
  return queries.map(({ name, query }) => {
    const base = fileName(name);
    let file = `${base}.bwq`;
    for (let n = 2; taken.has(file.toLowerCase()); n += 1) file = `${base}-${n}.bwq`;
    taken.add(file.toLowerCase());
    const shown = name
      .replace(/[<>\r\n]+/g, ' ')
      .trim()
      .slice(0, MAX_NAME);
    const comment = shown === '' ? '' : `<<<Monitor: ${shown}>>>\n`;
    return { name: file, text: `${comment}${query.trim()}\n` };
  });
}

/** Letters and digits joined by hyphens. Windows reserves names such as `con`. */
function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  if (plain === '') return 'query';
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) ? `${plain}-query` : plain;
}
