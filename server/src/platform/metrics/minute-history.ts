const MINUTE = 60_000;
const KEPT_MINUTES = 24 * 60;
/** Minutes that a point may stand for: whole parts of a day. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720];

export interface Source {
  /** A `total` only grows, from 0, and a minute shows its growth; of a `level` it shows the highest value. */
  kind: 'total' | 'level';
  read(): number | Promise<number>;
}

export type Point<Name extends string> = {
  /** When it begins, in milliseconds. */
  at: number;
} & Record<Name, number>;

/** What this process did in each minute of the last 24 hours, in memory: it begins anew with the process. */
export function createMinuteHistory<Name extends string>({
  since,
  sources,
}: {
  /** When it begins, in milliseconds. */
  since: number;
  sources: Record<Name, Source>;
}) {
  const names = Object.keys(sources) as Name[];
  const nothing = (): Record<Name, number> =>
    Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const firstMinute = Math.floor(since / MINUTE);
  /** By the number of the minute since 1970; a minute in which nobody looked is absent. */
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
    /** Looks at all sources. What they have counted since they were last looked at belongs to the minute of `now`. */
    sample(now: number): Promise<void> {
      // One after the other, so that nothing is counted twice.
      sampled = sampled.catch(() => {}).then(() => take(now));
      return sampled;
    },

    /**
     * The history until now without gaps, the oldest first: at most `most` points (2 or more), each of `step`
     * milliseconds, as short as that allows. The first is whole, unless the process is younger.
     */
    until(now: number, most: number): {since: number; step: number; points: Point<Name>[]} {
      const last = Math.floor(now / MINUTE);
      const stepOf = (minute: number, step: number) => Math.floor(minute / step);
      const firstStep = (step: number) =>
        Math.max(stepOf(firstMinute, step), Math.ceil((last - KEPT_MINUTES + 1) / step));
      const step = STEPS.find((one) => stepOf(last, one) - firstStep(one) < most) ?? STEPS.at(-1)!;
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
