import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Attributes, Context, Span, SpanKind, SpanOptions, Tracer } from '@opentelemetry/api';
import { currentScope, inScope, type Scope } from './request-scope.ts';

/** Modules that are loaded while tracing is on. */
interface Tracing {
  tracer: Tracer;
  api: typeof import('@opentelemetry/api');
}

// Like the log, tracing is one for the process. Null until `startTracing` turns it on.
let tracing: Tracing | null = null;

/** Returns whether spans are recorded. */
export const isTracing = (): boolean => tracing !== null;

const KINDS = { server: 1, client: 2, internal: 0, consumer: 4 } as const satisfies Record<string, SpanKind>;

/** A span's kind, in OpenTelemetry's terms. */
export type Kind = keyof typeof KINDS;

/** Starts a span below the current one. Null without tracing; end it otherwise. */
export function startSpan(name: string, kind: Kind, attributes: Attributes, remote?: string): Span | null {
  if (!tracing) return null;
  const { tracer, api } = tracing;
  const parent = currentScope()?.span;
  const options: SpanOptions = { kind: KINDS[kind], attributes };
  const context = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : remoteContext(api, remote);
  return tracer.startSpan(name, options, context);
}

/** Ends a span, as failed if there is an error. The error's message may hold personal data, so only its type is kept. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setAttribute('error.type', error instanceof Error ? error.name : 'error');
    span.setStatus({ code: 2 });
  }
  span.end();
}

/** Runs work in a separate span and scope. */
export async function traced<T>(
  scope: Pick<Scope, 'kind' | 'id'>,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan(name, scope.kind === 'job' ? 'consumer' : 'internal', attributes);
  if (!span) return inScope({ kind: scope.kind, id: scope.id }, work);
  try {
    const result = await inScope({ kind: scope.kind, id: scope.id, span }, work);
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Continues the trace of a proxy. Whether it is recorded is decided here, so that callers can't turn it on. */
function remoteContext(api: Tracing['api'], traceparent: string | undefined): Context {
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId) return api.ROOT_CONTEXT;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags: 0, isRemote: true });
}

/** Settings of OpenTelemetry that are read here; the exporter reads the others, such as headers. */
export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
  /** Share of traces that are recorded, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG?: string | undefined;
}

/**
 * Sends traces over OTLP (HTTP) if an endpoint is configured. Its libraries are loaded only then: they take 20 MB.
 * Call it before servers and pools are created.
 * @returns flushes and stops
 */
export async function startTracing(
  service: string,
  environment: TracingSettings,
): Promise<{ stop(): Promise<void> }> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT && !environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    return { stop: async () => {} };
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const share = Number(environment.OTEL_TRACES_SAMPLER_ARG ?? 1);
  const sampler = new sdk.TraceIdRatioBasedSampler(Number.isFinite(share) ? share : 1);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': environment.OTEL_SERVICE_NAME || `troupe-${service}`,
      'process.pid': process.pid,
    }),
    sampler: new sdk.ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  tracing = { tracer: provider.getTracer('troupe'), api };
  const stopFollowing = followOutgoing(endpointHost(environment));
  return {
    async stop() {
      stopFollowing();
      tracing = null;
      await provider.shutdown();
    },
  };
}

const endpointHost = (environment: TracingSettings): string | undefined =>
  URL.parse(environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT || '')
    ?.host;

/**
 * Records calls to other services, of `fetch` and of `http`. Only method, host and status: paths and queries may hold
 * personal data and keys.
 */
function followOutgoing(exporter: string | undefined): () => void {
  const spans = new WeakMap<object, Span>();
  const start = (request: object, method: string, host: string) => {
    if (host === exporter) return;
    const span = startSpan(`${method} ${host}`, 'client', {
      'http.request.method': method,
      'server.address': host,
    });
    if (span) spans.set(request, span);
  };
  const end = (request: object, status?: number) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    endSpan(
      span,
      status === undefined || status >= 500 ? new Error(String(status ?? 'no response')) : undefined,
    );
  };
  type Fetched = { request: { method: string; origin: string | URL }; response?: { statusCode: number } };
  type Sent = { request: { method: string; host: string }; response?: { statusCode: number } };
  const channels: [string, (message: never) => void][] = [
    [
      'undici:request:create',
      ({ request }: Fetched) => start(request, request.method, new URL(request.origin).host),
    ],
    ['undici:request:headers', ({ request, response }: Fetched) => end(request, response?.statusCode)],
    ['undici:request:error', ({ request }: Fetched) => end(request)],
    ['http.client.request.start', ({ request }: Sent) => start(request, request.method, request.host)],
    ['http.client.response.finish', ({ request, response }: Sent) => end(request, response?.statusCode)],
    ['http.client.request.error', ({ request }: Sent) => end(request)],
  ];
  for (const [name, heard] of channels) subscribe(name, heard as never);
  return () => {
    for (const [name, heard] of channels) unsubscribe(name, heard as never);
  };
}
