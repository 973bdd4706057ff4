import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValueWithName,
  Registry,
} from 'prom-client';

interface Reading<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/** The metrics of this process. Names get the prefix `patchbay_` and should end with their unit. */
export interface Metrics {
  counter<Label extends string>(name: string, help: string, labels?: Label[]): Counter<Label>;
  gauge<Label extends string>(name: string, help: string, labels?: Label[]): Gauge<Label>;
  histogram<Label extends string>(name: string, help: string, labels?: Label[]): Histogram<Label>;
  /** A gauge that is read when metrics are requested. It's omitted if `read` fails. */
  measure<Label extends string>(
    name: string,
    help: string,
    labels: Label[],
    read: () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>,
  ): void;
  /** Whether there is a metric with this name. */
  has(name: string): boolean;
  /**
   * The current total of a metric over all labels, or those that match. For a histogram, it's the number of values.
   *
   * @throws Error if there is no metric with this name
   */
  total(
    name: string,
    matches?: (labels: Partial<Record<string, string | number>>) => boolean,
  ): Promise<number>;
  /** All metrics in the Prometheus text format, with its content type. */
  render(): Promise<{contentType: string; text: string}>;
}

// From half a millisecond, for our own hot paths, to half a minute, for integrations.
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
    measure(name, help, labelNames, read) {
      new Gauge({
        name: `patchbay_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          // Without labels, `reset` would set the value to 0.
          if (labelNames.length === 0) this.remove();
          else this.reset();
          const readings = await (async () => read())().catch(() => []);
          for (const {labels, value} of readings) this.set(labels, value);
        },
      });
    },
    has: (name) => registry.getSingleMetric(`patchbay_${name}`) !== undefined,
    async total(name, matches = () => true) {
      const metric = registry.getSingleMetric(`patchbay_${name}`);
      if (!metric) throw new Error(`There is no metric patchbay_${name}.`);
      const {values} = (await metric.get()) as MetricObjectWithValues<MetricValueWithName<string>>;
      const counted = `patchbay_${name}_count`;
      return values
        .filter(({metricName = counted, labels}) => metricName === counted && matches(labels))
        .reduce((sum, {value}) => sum + value, 0);
    },
    render: async () => ({contentType: registry.contentType, text: await registry.metrics()}),
  };
}
