import type {EmployeesAtWork, WorkReport} from './employees-at-work.ts';

/** The maximum acceptable 99th percentile of requests and of deliveries, in milliseconds. */
export const P99_GOAL_MS = 250;

/** Seconds of work before each measurement starts. */
const SETTLE_SECONDS = 3;
/** The number of steps between the last number of people that passed and the first that failed. */
const BISECTIONS = 3;

export interface SearchOptions {
  /** The number of people to start with. */
  first: number;
  /** The number of people in the company. */
  limit: number;
  /** The length of each measurement in seconds. */
  seconds: number;
  onStep(report: WorkReport, passed: boolean): void;
}

/** Whether everything was fast enough and nothing failed. */
function passes({requests, deliveries, faults}: WorkReport): boolean {
  return faults.length === 0 && requests.p99 < P99_GOAL_MS && deliveries.p99 < P99_GOAL_MS;
}

/**
 * Finds the largest number of people for whom the server is fast enough: doubles the number until the server is too
 * slow, then narrows it down. Undefined if the server is too slow for the first number.
 */
export async function findMostPeople(
  work: EmployeesAtWork,
  {first, limit, seconds, onStep}: SearchOptions,
): Promise<WorkReport | undefined> {
  let best: WorkReport | undefined;
  async function isFine(people: number): Promise<boolean> {
    await work.connect(people);
    const report = await work.work({seconds, settle: SETTLE_SECONDS});
    const passed = passes(report);
    onStep(report, passed);
    if (passed) best = report;
    return passed;
  }

  let people = Math.min(first, limit);
  while (await isFine(people)) {
    if (people === limit) return best;
    people = Math.min(people * 2, limit);
  }
  let low = best?.people ?? 0;
  let high = people;
  for (let step = 0; step < BISECTIONS && low > 0; step++) {
    const middle = Math.round((low + high) / 2);
    if (await isFine(middle)) low = middle;
    else high = middle;
  }
  return best;
}
