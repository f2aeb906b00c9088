const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Codes of groups and of nothing, which the browser has names for too. */
const NO_COUNTRIES = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'ZZ',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
]);

/** All countries by name, as codes of two letters. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const found: { value: string; label: string }[] = [];
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const value = first + second;
      if (NO_COUNTRIES.has(value)) continue;
      const label = names.of(value);
      // Former countries are read as those they became.
      if (label && new Intl.Locale(`und-${value}`).region === value) found.push({ value, label });
    }
  return found.sort((one, other) => one.label.localeCompare(other.label));
}
