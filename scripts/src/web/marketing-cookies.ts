/** Marketing parameters in a URL, each stored in a cookie of the same name. */
const MARKETING_PARAMETERS = ['utm_campaign', 'utm_medium', 'utm_source', 'utm_content', 'utm_term'] as const;

/** 30 days. */
const SECONDS = 2_592_000;
const LONGEST = 200;

/**
 * Returns the `Set-Cookie` lines for a visit. The last visit counts as a set: one with any of the
 * five parameters replaces all, one with none keeps them. Set by the server, because browsers limit
 * the lifetime of cookies set by scripts.
 * @param query the URL's query, untrusted
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

/** Removes control characters and unpaired surrogates, which cookies can't contain. */
function clean(value: string): string {
  return value
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '');
}
