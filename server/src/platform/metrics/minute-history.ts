const MINUTE = 60_000;
const KEPT_MINUTES = 24 * 60;
/** Minutes that a point can cover: divisors of a day. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720];

export interface Source {
  /** A `total` starts at 0 and only increases; a minute has its increase. For a `level`, a minute has the maximum. */
  kind: 'total' | 'level';
  read(): number | Promise<number>;
}

export type Point<Name extends string> = {
  /** The start of the point, in milliseconds. */
  at: number;
} & Record<Name, number>;

/** A history of metrics for each minute of the last 24 hours. It is in memory and starts with the process. */
export function createMinuteHistory<Name extends string>({
  since,
  sources,
}: {
  /** The start of the history, in milliseconds. */
  since: number;
  sources: Record<Name, Source>;
}) {
  const names = Object.keys(sources) as Name[];
  const nothing = (): Record<Name, number> =>
    Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const firstMinute = Math.floor(since / MINUTE);
  /** By the number of minutes since 1970. A minute without a sample is missing. */
  const minutes = new Map<number, Record<Name, number>>();
  const known = nothing();
  let sampled: Promise<void> = Promise.resolve();

  async function take(now: number): Promise<void> {
    const values = await Promise.all(names.map((name) => sources[name].read()));
    const minute = Math.floor(now / MINUTE);
    const figures = minutes.get(minute) ?? nothing();
    names.forEach((name, index) => {
      const value = values[index]!;
      if (sources[name].kind === 'level') {
        figures[name] = Math.max(figures[name], value);
      } else {
        figures[name] += value - known[name];
        known[name] = value;
      }
    });
    minutes.set(minute, figures);
    for (const one of minutes.keys()) if (one <= minute - KEPT_MINUTES) minutes.delete(one);
  }

  return {
    /** Reads all sources. The increase since the last sample is added to the minute of `now`. */
    sample(now: number): Promise<void> {
      // One after the other, so that no increase is counted twice.
      sampled = sampled.catch(() => {}).then(() => take(now));
      return sampled;
    },

    /**
     * The history until now, without gaps, oldest first: at maxPoints `maxPoints` points (2 or more), with the smallest possible
     * `step` in milliseconds. The first point is complete, unless the process started during it.
     */
    until(now: number, maxPoints: number): {since: number; step: number; points: Point<Name>[]} {
      const last = Math.floor(now / MINUTE);
      const stepOf = (minute: number, step: number) => Math.floor(minute / step);
      const firstStep = (step: number) =>
        Math.max(stepOf(firstMinute, step), Math.ceil((last - KEPT_MINUTES + 1) / step));
      const step = STEPS.find((one) => stepOf(last, one) - firstStep(one) < maxPoints) ?? STEPS.at(-1)!;
      const first = firstStep(step);
      const points = Array.from({length: stepOf(last, step) - first + 1}, (_, index) => ({
        at: (first + index) * step * MINUTE,
        ...nothing(),
      }));
      for (const [minute, figures] of minutes) {
        const point = points[stepOf(minute, step) - first] as Record<Name, number> | undefined;
        if (point === undefined) continue;
        for (const name of names) {
          point[name] =
            sources[name].kind === 'level'
              ? Math.max(point[name], figures[name])
              : point[name] + figures[name];
        }
      }
      return {since, step: step * MINUTE, points: points as Point<Name>[]};
    },
  };
}
