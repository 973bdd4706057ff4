// Runs jobs like a server, for tests that kill it. The job `count` counts to five and then waits forever. Arguments:
// connection string, data directory.

import {createJobs} from '../../server/src/messaging/jobs/jobs.ts';
import {createJobRunner} from '../../server/src/messaging/jobs/runner.ts';
import {createOnBehalf} from '../../server/src/messaging/on-behalf/on-behalf.ts';
import {createPermissions} from '../../server/src/messaging/permissions/permissions.ts';
import {createSessions} from '../../server/src/messaging/sessions/sessions.ts';
import {createUsers} from '../../server/src/messaging/users/users.ts';
import {createSingleNode} from '../../server/src/platform/cluster/single-node.ts';
import {describeThisNode} from '../../server/src/platform/cluster/this-node.ts';
import {openDatabase} from '../../server/src/platform/database/database.ts';
import {createEventBus} from '../../server/src/platform/event-bus/event-bus.ts';
import {createLogger} from '../../server/src/platform/logging/logger.ts';
import {createTestConfig} from '../support/test-config.ts';

const [connectionString = '', dataDirectory = ''] = process.argv.slice(2);
const log = createLogger({level: 'fatal', pretty: false});
const database = openDatabase({connectionString, maxConnections: 2, log});
const events = createEventBus(createSingleNode(describeThisNode('test')), database, (error) => {
  throw error;
});
const config = await createTestConfig({dataDirectory, database});
const jobs = createJobs({database});
jobs.register('count', {
  async run({progress}) {
    for (let step = 1; step <= 5; step++) await progress(step * 10, {next: String(step + 1)});
    return new Promise(() => {});
  },
});
const permissions = createPermissions({database, events});
const sessions = createSessions({database, events, config, log});
const users = createUsers({database, events, config, permissions, sessions});
const onBehalf = createOnBehalf({users, permissions, config});
await createJobRunner({jobs, onBehalf, database, config, log, runSchedules: false}).start();
