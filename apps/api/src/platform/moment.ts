/**
 * A timestamptz as PostgreSQL writes it ('2026-11-20 11:07:29.1+00') as ISO 8601 in UTC with milliseconds. What a
 * server in UTC sends is rearranged as text, which costs a tenth of reading it as a date; a page of a list has a
 * hundred of them.
 */
export function isoMoment(value: string): string {
  if (value.endsWith('+00') && value[4] === '-' && value[10] === ' ') {
    const day = value.slice(0, 10);
    if (value.length === 26) return `${day}T${value.slice(11, 23)}Z`;
    if (value.length === 25) return `${day}T${value.slice(11, 22)}0Z`;
    if (value.length === 24) return `${day}T${value.slice(11, 21)}00Z`;
    if (value.length === 22) return `${day}T${value.slice(11, 19)}.000Z`;
  }
  return new Date(value).toISOString();
}
