import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What the current code works for. */
export interface Scope {
  kind: 'request' | 'job';
  /** The request ID that a person can quote, or the job's ID. */
  id: string;
  /** The span that new spans belong to; undefined without tracing. */
  span?: Span | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Returns what the current code works for; undefined at startup and in timers. */
export const currentScope = (): Scope | undefined => scopes.getStore();

/** Runs work as part of a request, a job or a span. */
export const inScope = <T>(scope: Scope, work: () => T): T => scopes.run(scope, work);

/** Runs work that belongs to nothing. */
export const outOfScope = <T>(work: () => T): T => scopes.exit(work);

/** Fields of log lines that name the request or job, and its trace. */
export function scopeFields(): Record<string, string> {
  const scope = scopes.getStore();
  if (!scope) return {};
  const trace = scope.span?.spanContext().traceId;
  return trace === undefined ? { [scope.kind]: scope.id } : { [scope.kind]: scope.id, trace };
}
