const GROUPS = 8;

/**
 * The network an address belongs to, in which one person has all addresses: of IPv6 the first four groups, spelled
 * out; an IPv4 address is its own.
 */
export function networkOf(ip: string): string {
  if (ip.includes('.') || !ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const between = tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length);
  const groups = [...first, ...Array.from({ length: between }, () => '0'), ...last];
  return groups
    .slice(0, GROUPS / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
