import type {Attributes, Context, Span} from '@opentelemetry/api';
import type {Config} from '../config/config.ts';
import type {OperatorLog} from '../logging/operator-log.ts';

export interface SpanOptions {
  /** The name of the operation, without ids: spans with the same name are compared with each other. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** Never contents, tokens or parameters: the operators of the collector can read them. */
  attributes?: Attributes;
}

/** A span that ends later than the function that started it. */
export interface OpenSpan {
  /** Runs `work` in the span's context: spans that it starts are children. */
  run<T>(work: () => T): T;
  set(attributes: Attributes): void;
  /** Ends the span. An error is recorded by its type only, because its message may have contents. */
  end(error?: unknown): void;
}

/** Records traces of what the server does, for an OpenTelemetry collector (docs/operations.md#traces). */
export interface Tracing {
  /** Starts a trace, which is recorded if the sampler selects it. */
  startTrace(options: SpanOptions): OpenSpan;
  /** Runs `work` as part of the current trace. If that is not recorded, or there is none, it only runs `work`. */
  inSpan<T>(options: SpanOptions, work: (span: OpenSpan | undefined) => Promise<T>): Promise<T>;
  /** Runs `work` as part of the trace that {@link Tracing.traceparent} described on another node. */
  continueTrace<T>(traceparent: string, options: SpanOptions, work: () => T): T;
  /** The current span in the W3C format `traceparent`, for another node; undefined if it is not recorded. */
  traceparent(): string | undefined;
}

let active: Tracing | undefined;

/** The traces of this process; undefined while tracing is off, so that hot paths only check a variable. */
export function tracing(): Tracing | undefined {
  return active;
}

/** Runs `work` as a separate trace, if tracing is on. */
export async function inOwnTrace<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = active?.startTrace(options);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/**
 * Starts to record traces if `TracingSettings.Enable` is on. The libraries are loaded only then. Returns a function
 * that sends what is left and stops.
 */
export async function startTracing({
  config,
  log,
  version,
  instance,
}: {
  config: Config;
  log: OperatorLog;
  version: string;
  /** A name of this process among the nodes of a cluster. */
  instance: string;
}): Promise<() => Promise<void>> {
  const {Enable, OTLPEndpoint, SampleRate} = config.get().TracingSettings;
  if (!Enable) return async () => {};
  const [api, sdk, {OTLPTraceExporter}, {resourceFromAttributes}] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const {context, diag, propagation, trace, SpanKind, SpanStatusCode} = api;
  const warn = (message: string) =>
    log.warn({OTLPEndpoint, reason: message.slice(0, 500)}, 'could not send traces');
  diag.setLogger(
    {error: warn, warn, info() {}, debug() {}, verbose() {}},
    {logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true},
  );
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'patchbay',
      'service.version': version,
      'service.instance.id': instance,
    }),
    sampler: new sdk.ParentBasedSampler({root: new sdk.TraceIdRatioBasedSampler(1 / SampleRate)}),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({url: OTLPEndpoint}))],
  });
  provider.register();
  const tracer = provider.getTracer('patchbay');
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL,
  };

  function open({name, kind, attributes}: SpanOptions, parent: Context): OpenSpan {
    const span: Span = tracer.startSpan(name, {kind: kinds[kind], attributes}, parent);
    const inside = trace.setSpan(parent, span);
    return {
      run: (work) => context.with(inside, work),
      set: (attributes) => void span.setAttributes(attributes),
      end(error) {
        if (error !== undefined) {
          const {name = 'Error', code} = error as {name?: string; code?: string};
          span.setAttribute('error.type', String(code ?? name));
          span.setStatus({code: SpanStatusCode.ERROR});
        }
        span.end();
      },
    };
  }

  const isRecorded = () => trace.getSpan(context.active())?.isRecording() === true;

  active = {
    startTrace: (options) => open(options, api.ROOT_CONTEXT),
    async inSpan(options, work) {
      if (!isRecorded()) return work(undefined);
      const span = open(options, context.active());
      try {
        const result = await span.run(() => work(span));
        span.end();
        return result;
      } catch (error) {
        span.end(error);
        throw error;
      }
    },
    continueTrace(traceparent, options, work) {
      const span = open(options, propagation.extract(api.ROOT_CONTEXT, {traceparent}));
      try {
        return span.run(work);
      } finally {
        span.end();
      }
    },
    traceparent() {
      if (!isRecorded()) return undefined;
      const carrier: {traceparent?: string} = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
  };

  return async () => {
    active = undefined;
    await provider.shutdown().catch((error) => warn(String(error)));
    for (const part of [trace, context, propagation, diag]) part.disable();
  };
}
