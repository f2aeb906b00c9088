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
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** What carries an IPv4 address inside belongs here as well. */
const OWN_6 = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const;

// One for each family: with both in one, the range of mapped addresses would hold every IPv4 address.
const own4 = new BlockList();
for (const [net, prefix] of OWN_4) own4.addSubnet(net, prefix, 'ipv4');
const own6 = new BlockList();
for (const [net, prefix] of OWN_6) own6.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !own4.check(address, 'ipv4');
  return family === 6 && !own6.check(address, 'ipv6');
}

/** Whether an IP address or a host's name is this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/**
 * Looks a host up and refuses it when any of its addresses is not public. Connections are made to what was looked at
 * here, so that a second answer of its DNS changes nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, '');
    const refused = found.length === 0 || found.some(({ address }) => !isPublicAddress(address));
    if (refused) return answer(new Error(`${hostname} is not in the public internet`), '');
    if (options.all) return answer(null, found);
    const [first] = found;
    return answer(null, first?.address ?? '', first?.family);
  });
};
