import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Ranges that are nobody's in the public internet (IANA special-purpose registries): machines of one's own stand there. */
const OWN_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Of IPv6 only global unicast is open, without what carries an IPv4 address inside or is for examples. */
const GLOBAL_6 = ['2000::', 3] as const;
const OWN_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

// One for each family: with both in one, the range of mapped addresses would hold every IPv4 address.
const own4 = new BlockList();
for (const [net, prefix] of OWN_4) own4.addSubnet(net, prefix, 'ipv4');
const own6 = new BlockList();
for (const [net, prefix] of OWN_6) own6.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, 'ipv6');

/** Whether an IP address is one of the public internet: not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !own4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !own6.check(address, 'ipv6');
}

/** Whether an IP address or a host's name is this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Somebody's address leads to a machine that is not in the public internet. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not in the public internet`);
    this.name = 'NotPublic';
  }
}

/**
 * What a connection to an address that a stranger wrote is made with: its host is looked up and refused when any of
 * its addresses is not public, and the connection goes to what was looked at here, so that a second answer of its DNS
 * changes nothing. What is an IP address already is never looked up, so it is looked at now.
 * @throws NotPublic; the connection fails with it as well
 */
export function publicOnly({ hostname }: URL): { lookup: LookupFunction } {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublic(host);
  return { lookup: publicLookup };
}

const publicLookup: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, '');
    const refused = found.length === 0 || found.some(({ address }) => !isPublicAddress(address));
    if (refused) return answer(new NotPublic(hostname), '');
    if (options.all) return answer(null, found);
    const [first] = found;
    return answer(null, first?.address ?? '', first?.family);
  });
};
