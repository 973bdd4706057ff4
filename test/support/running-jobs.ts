import {createJobRunner} from '../../server/src/messaging/jobs/runner.ts';
import {createJobQueue} from '../../server/src/platform/jobs/job-queue.ts';
import {quiet} from './quiet.ts';
import type {TestServer} from './test-server.ts';

/** Has the jobs of a test server done, as a server that listens does, until `stop`. */
export async function runJobs({platform, features}: TestServer): Promise<{stop(): Promise<void>}> {
  const {connectionString} = platform.database;
  const queue = createJobQueue({connectionString, runSchedules: false, log: quiet});
  const runner = createJobRunner({...platform, jobs: features.jobs, queue});
  await runner.start();
  return {stop: () => runner.stop()};
}
