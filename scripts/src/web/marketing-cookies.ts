/** What tells where a visit came from, as its address names it; each is kept in a cookie of the same name. */
export const MARKETING_PARAMETERS = [
  'utm_campaign',
  'utm_medium',
  'utm_source',
  'utm_content',
  'utm_term',
] as const;

/** 30 days. */
const SECONDS = 2_592_000;
const LONGEST = 200;

/**
 * The `Set-Cookie` lines for a visit. The last touch counts, as a set: a visit with any of the five replaces all
 * of them, one with none leaves what is there. Set by the server, since browsers shorten the life of cookies that
 * scripts write.
 * @param query the address's query, untrusted
 * @param secure whether the app is served over https
 */
export function marketingCookies(query: string, secure: boolean): string[] {
  const asked = new URLSearchParams(query);
  const values = MARKETING_PARAMETERS.map((name) => [name, clean(asked.get(name) ?? '')] as const);
  if (values.every(([, value]) => value === '')) return [];
  const rest = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  return values.map(([name, value]) =>
    value === ''
      ? `${name}=; Max-Age=0; ${rest}`
      : `${name}=${encodeURIComponent(value)}; Max-Age=${SECONDS}; ${rest}`,
  );
}

/** Without control characters and halves of surrogate pairs, which no cookie can carry. */
function clean(value: string): string {
  return value
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '');
}
