import { Problem } from '@troupe/domain/problem';
import { dnsTypes, type NewDnsRecord } from './dns-record.ts';

/**
 * Records out of pasted lines, as zone files write them or as they are copied from a table: name, type, value, with
 * a time to live and `IN` between them or not. TXT values may stand in quotes, also in several strings.
 */
export function readPasted(text: string): NewDnsRecord[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => (line === '' || line.startsWith(';') ? [] : [readLine(line, at + 1)]));
}

function readLine(line: string, number: number): NewDnsRecord {
  const [, name, type, rest] = /^(\S+)\s+(?:\d+\s+)?(?:IN\s+)?([A-Z]+)\s+(.+)$/i.exec(line) ?? [];
  const known = dnsTypes.find((one) => one === type?.toUpperCase());
  if (!name || !known || !rest)
    throw new Problem('invalid', {
      message: `Line ${number} cannot be read. Write a name, a type (${dnsTypes.join(', ')}) and a value.`,
    });
  if (known === 'MX') {
    const [, priority, host] = /^(\d{1,5})\s+(\S+)$/.exec(rest) ?? [];
    return { name, type: known, value: host ?? rest, priority: priority ? Number(priority) : undefined };
  }
  return { name, type: known, value: known === 'TXT' ? unquoted(rest) : rest };
}

/** The strings of a quoted value, joined; anything else as it is. */
function unquoted(value: string): string {
  if (!/^(?:"(?:[^"\\]|\\.)*"\s*)+$/.test(value)) return value;
  return [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, inner = '']) => inner.replace(/\\(.)/g, '$1'))
    .join('');
}
