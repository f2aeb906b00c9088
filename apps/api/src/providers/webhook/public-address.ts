import { BlockList, isIP } from 'node:net';

const closed = new BlockList();
for (const [network, bits] of [
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
] as const)
  closed.addSubnet(network, bits, 'ipv4');
// Of IPv6 only global unicast is open, without what leads to other addresses or is for examples.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet: not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
