import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Non-public ranges (IANA special-purpose registries), which may belong to internal machines. */
const PRIVATE_4 = [
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
/** Of IPv6 only global unicast is allowed, excluding ranges that embed IPv4 addresses or are for documentation. */
const GLOBAL_6 = ['2000::', 3] as const;
const PRIVATE_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

// Separate lists: in a combined one, the range of mapped addresses would match every IPv4 address.
const private4 = new BlockList();
for (const [net, prefix] of PRIVATE_4) private4.addSubnet(net, prefix, 'ipv4');
const private6 = new BlockList();
for (const [net, prefix] of PRIVATE_6) private6.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, 'ipv6');

/** Returns whether an IP address is public: not this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !private4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !private6.check(address, 'ipv6');
}

/** Returns whether an IP address or host name is loopback. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** A user-supplied address that isn't on the public internet. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} isn't on the public internet`);
    this.name = 'NotPublic';
  }
}

/**
 * Returns connection options for a user-supplied URL that prevent SSRF: rejects a host if any of its addresses isn't
 * public, and pins the connection to the addresses checked, so that a second DNS answer changes nothing. IP addresses
 * aren't looked up, so they are checked immediately.
 * @throws NotPublic; the connection may fail with it too
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
