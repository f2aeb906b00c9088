/** The result of a DNS lookup. No values: the record doesn't exist. Not answered: inconclusive. */
export type Answer<T> = { answered: true; values: T[] } | { answered: false; reason: string };

/** DNS lookups. Returned names are in lower case without trailing dot; lookups never throw. */
export interface DomainNames {
  /** TXT records, with the strings of each joined. */
  txt(name: string): Promise<Answer<string>>;
  cname(name: string): Promise<Answer<string>>;
  /** Mail hosts, preferred first. */
  mx(name: string): Promise<Answer<string>>;
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<Answer<string>>;
}

/** Starts a round of lookups with its own deadline; later ones count as unanswered. */
export type LookIntoDns = () => DomainNames;
