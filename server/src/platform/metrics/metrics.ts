import {Counter, collectDefaultMetrics, Gauge, Histogram, Registry} from 'prom-client';

/** The process's metrics and the ways to add one. Names carry the prefix `patchbay_` and their unit. */
export interface Metrics {
  counter<Label extends string>(name: string, help: string, labels?: Label[]): Counter<Label>;
  gauge<Label extends string>(name: string, help: string, labels?: Label[]): Gauge<Label>;
  histogram<Label extends string>(name: string, help: string, labels?: Label[]): Histogram<Label>;
  /** All values in the Prometheus text format, and its content type. */
  render(): Promise<{contentType: string; text: string}>;
}

// From half a millisecond to half a minute: our own time on a hot path at one end, an integration's at the other.
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({register: registry, prefix: 'patchbay_'});
  const registers = [registry];
  return {
    counter: (name, help, labelNames = []) =>
      new Counter({name: `patchbay_${name}`, help, labelNames, registers}),
    gauge: (name, help, labelNames = []) =>
      new Gauge({name: `patchbay_${name}`, help, labelNames, registers}),
    histogram: (name, help, labelNames = []) =>
      new Histogram({name: `patchbay_${name}`, help, labelNames, registers, buckets: SECONDS}),
    render: async () => ({contentType: registry.contentType, text: await registry.metrics()}),
  };
}
