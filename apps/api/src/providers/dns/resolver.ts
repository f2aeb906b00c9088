import { Resolver } from 'node:dns/promises';
import { codeOf } from '@troupe/server/error-code';
import type { CreateDnsResolver, DnsAnswer } from '../../platform/outgoing/dns.ts';

/** Responses that prove a record doesn't exist. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const REASONS: Record<string, string> = {
  ETIMEOUT: 'no answer in time',
  ECANCELLED: 'no answer in time',
  ESERVFAIL: 'the name server failed',
  EREFUSED: 'the name server refused',
  ECONNREFUSED: 'no name server there',
  EBADRESP: 'an unreadable answer',
  EFORMERR: 'an unreadable answer',
};

/** Maximum number of values read; a longer response is not legitimate. */
const MAX_VALUES = 100;
const MAX_LENGTH = 4096;
/** First timeout per query; the second attempt waits longer. */
const TIMEOUT_MS = 1500;
/** Total time of the lookups of one resolver. */
const ROUND_MS = 10_000;

/**
 * DNS lookups with real resolvers.
 * @param servers `host:port`, tried in order; empty uses the system's
 */
export function dnsResolver(servers: readonly string[]): CreateDnsResolver {
  // One resolver per query: on a shared one, an invalid response fails all pending queries.
  const resolver = () => {
    const one = new Resolver({ timeout: TIMEOUT_MS, tries: 2, maxTimeout: TIMEOUT_MS * 2 });
    if (servers.length > 0) one.setServers(servers);
    return one;
  };
  // Fail at startup for invalid addresses.
  resolver();

  return () => {
    const end = Date.now() + ROUND_MS;

    async function ask<T>(
      look: (names: Resolver) => Promise<T[]>,
      read: (value: T) => string,
    ): Promise<DnsAnswer<string>> {
      if (Date.now() >= end) return { answered: false, reason: 'no answer in time' };
      try {
        const values = await look(resolver());
        return { answered: true, values: values.slice(0, MAX_VALUES).map((value) => clean(read(value))) };
      } catch (error) {
        const code = codeOf(error) ?? 'unknown';
        if (NOTHING.has(code)) return { answered: true, values: [] };
        return { answered: false, reason: REASONS[code] ?? 'no usable answer' };
      }
    }

    return {
      txt: (name) =>
        ask(
          (names) => names.resolveTxt(name),
          (strings) => strings.join(''),
        ),
      cname: (name) => ask((names) => names.resolveCname(name), hostName),
      mx: (name) =>
        ask(
          async (names) => (await names.resolveMx(name)).sort((a, b) => a.priority - b.priority),
          ({ exchange }) => hostName(exchange),
        ),
      async addresses(name) {
        const four = await ask((names) => names.resolve4(name), String);
        return four.answered && four.values.length === 0
          ? ask((names) => names.resolve6(name), String)
          : four;
      },
    };
  };
}

const hostName = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Cleans external text for storage and display. */
const clean = (value: string) =>
  value
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd');
