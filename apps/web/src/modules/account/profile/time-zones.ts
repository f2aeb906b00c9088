const inWords = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ');

/**
 * The time zones to choose from, that of the browser first.
 * @param chosen the saved one; it is in the list even where this browser calls it by another name
 */
export function timeZoneOptions(
  chosen: string | null,
  { all = Intl.supportedValuesOf('timeZone'), own = Intl.DateTimeFormat().resolvedOptions().timeZone } = {},
): { value: string; label: string }[] {
  const zones = [...new Set([...all, 'UTC', ...(chosen ? [chosen] : [])])].sort();
  return [
    { value: '', label: `As in this browser (${inWords(own)})` },
    ...zones.map((value) => ({ value, label: inWords(value) })),
  ];
}
