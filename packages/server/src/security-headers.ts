import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * Returns Helmet's headers for a host that answers data and no pages; the same for each answer.
 * @param secure whether the host is reached over https, which browsers are then told to keep to
 */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } },
    strictTransportSecurity: secure && { includeSubDomains: false },
  })({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
