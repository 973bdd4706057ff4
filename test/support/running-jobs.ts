import {createJobRunner} from '../../server/src/messaging/jobs/runner.ts';
import type {TestServer} from './test-server.ts';

/** Runs the jobs of a test server until `stop`, like a listening server does. */
export async function runJobs({platform, features}: TestServer): Promise<{stop(): Promise<void>}> {
  const {jobs, onBehalf} = features;
  const runner = createJobRunner({...platform, jobs, onBehalf, runSchedules: false});
  await runner.start();
  return {stop: () => runner.stop()};
}
