import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * Returns Helmet's headers, the same for each answer.
 * @param secure whether the host is reached over https, which browsers are then told to keep to
 * @param options unless given, those of a host that answers data and no pages
 */
export function securityHeaders(
  secure: boolean,
  options: Pick<HelmetOptions, 'contentSecurityPolicy' | 'frameguard' | 'referrerPolicy'> = {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } },
  },
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet({
    ...options,
    strictTransportSecurity: secure && { includeSubDomains: false },
  })({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
