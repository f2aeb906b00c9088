/** The result of a DNS lookup. No values: the record doesn't exist. Not answered: inconclusive. */
export type DnsAnswer<T> = { answered: true; values: T[] } | { answered: false; reason: string };

/** DNS lookups. Returned names are in lower case without trailing dot; lookups never throw. */
export interface DnsResolver {
  /** TXT records, with the strings of each joined. */
  txt(name: string): Promise<DnsAnswer<string>>;
  cname(name: string): Promise<DnsAnswer<string>>;
  /** Mail hosts, preferred first. */
  mx(name: string): Promise<DnsAnswer<string>>;
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<DnsAnswer<string>>;
}

/** Starts a round of lookups with its own deadline; later ones count as unanswered. */
export type CreateDnsResolver = () => DnsResolver;
