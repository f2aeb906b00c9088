/** Returns whether a request's URL is one of the health checks, which monitoring asks under any host name. */
export const isHealthCheck = (url: string): boolean => /^\/(healthz|readyz)\/?(\?|$)/.test(url);
