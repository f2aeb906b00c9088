import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * Helmet's headers for a host that answers data and no pages. They are the same for each answer, so they are asked for
 * once.
 */
export const securityHeaders: Readonly<Record<string, string>> = collect();

function collect(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet({ contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } } })(
    {} as IncomingMessage,
    response as unknown as ServerResponse,
    (error?: unknown) => {
      if (error) throw error;
    },
  );
  return headers;
}
