import { Resolver } from 'node:dns/promises';

/** Look-ups for checks of senders, as the checking library asks for them. No servers means those of the machine. */
export function mailResolver(servers: readonly string[]) {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name: string, type: string): Promise<string[] | string[][]> =>
    // The library asks for text, address, name and exchange records only.
    (await resolver.resolve(name, type as 'TXT')) as string[] | string[][];
}
