/** What a look-up in DNS gave. No values: there is no such record. Not answered: nobody knows. */
export type Answer<T> = { answered: true; values: T[] } | { answered: false; reason: string };

/** Look-ups in DNS. Names come back in lower case without a dot at the end; none of these throws. */
export interface DomainNames {
  /** TXT records, the strings of each joined. */
  txt(name: string): Promise<Answer<string>>;
  cname(name: string): Promise<Answer<string>>;
  /** Mail hosts, preferred first. */
  mx(name: string): Promise<Answer<string>>;
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<Answer<string>>;
}

/** Begins a round of look-ups, which ends after a time of its own: what is asked later is not answered. */
export type LookIntoDns = () => DomainNames;
