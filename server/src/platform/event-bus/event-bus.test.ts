import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {createTestDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {createSingleNode} from '../cluster/single-node.ts';
import {describeThisNode} from '../cluster/this-node.ts';
import {createEventBus, type EventBus} from './event-bus.ts';

declare module './event-bus.ts' {
  interface RecordedEvents {
    'test:happened': {number: number};
  }
}

let testDatabase: TestDatabase;
const started: EventBus[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  for (const events of started.splice(0)) {
    await events.stop();
    await events.idle();
  }
});
afterAll(() => testDatabase.close());

function createBus() {
  const failures: unknown[] = [];
  const events = createEventBus(createSingleNode(describeThisNode('test')), testDatabase.database, (error) =>
    failures.push(error),
  );
  started.push(events);
  return {events, failures};
}

/** Records an event, and returns what a living process calls after the commit. */
const record = ({record: recordIn}: EventBus, number = 1) =>
  testDatabase.database.transaction((tx) => recordIn(tx, 'test:happened', {number}));

const waiting = () =>
  testDatabase.database.rows<{reaction: string; attempts: number}>({
    text: 'select Reaction, Attempts from EventOutbox order by Reaction',
  });

test('an event runs views, then announcements, then reactions, each until it is unsubscribed', () => {
  const {events} = createBus();
  const ran: string[] = [];
  const stop = [
    events.onOrigin('caches:stale', () => ran.push('reaction')),
    events.onOriginOrSuccessor('caches:stale', () => ran.push('reaction that another node can take over')),
    events.inStreamOrder('caches:stale', (_, {offset}) => ran.push(`announcement ${offset}`)),
    events.onEveryNode('caches:stale', () => ran.push('view')),
  ];
  events.publish('caches:stale', {});
  expect(ran).toEqual(['view', 'announcement 1', 'reaction', 'reaction that another node can take over']);
  for (const unsubscribe of stop) unsubscribe();
  events.publish('caches:stale', {});
  expect(ran).toHaveLength(4);
});

test("a command-line tool's event reaches views and announcements, but no reactions", () => {
  const {events} = createBus();
  const ran: string[] = [];
  events.onOrigin('caches:stale', () => ran.push('reaction'));
  events.onOriginOrSuccessor('caches:stale', () => ran.push('reaction'));
  events.inStreamOrder('caches:stale', () => ran.push('announcement'));
  events.onEveryNode('caches:stale', () => ran.push('view'));
  events.relay('caches:stale', {}, 'id');
  expect(ran).toEqual(['view', 'announcement']);
});

test('errors of handlers are reported, and the other handlers run', async () => {
  const {events, failures} = createBus();
  let ran = 0;
  const failure = new Error('a handler failed');
  const fails = () => {
    throw failure;
  };
  events.onEveryNode('caches:stale', fails);
  events.inStreamOrder('caches:stale', fails);
  events.onOrigin('caches:stale', async () => fails());
  events.onOrigin('caches:stale', () => void ran++);
  events.publish('caches:stale', {});
  await Promise.resolve();
  expect(failures).toEqual([failure, failure, failure]);
  expect(ran).toBe(1);
});

test('a durable reaction runs after the commit, in addition to views and announcements', async () => {
  const {events} = createBus();
  const ran: string[] = [];
  events.untilDone('test:happened', 'write', async ({number}) => void ran.push(`durable ${number}`));
  events.inStreamOrder('test:happened', ({number}) => ran.push(`announcement ${number}`));
  const rolledBack = testDatabase.database.transaction(async (tx) => {
    await events.record(tx, 'test:happened', {number: 1});
    throw new Error('the change failed');
  });
  await expect(rolledBack).rejects.toThrow('the change failed');
  expect(await waiting()).toEqual([]);

  const publish = await record(events, 2);
  expect(ran).toEqual([]);
  expect(await waiting()).toEqual([{reaction: 'write', attempts: 1}]);
  publish();
  await events.idle();
  expect(ran).toEqual(['announcement 2', 'durable 2']);
  expect(await waiting()).toEqual([]);
});

test('the next process runs the durable reactions of one that died after the commit', async () => {
  const died = createBus().events;
  died.untilDone('test:happened', 'write', async () => {});
  died.untilDone('test:happened', 'of a newer version', async () => {});
  await record(died, 7);

  const {events} = createBus();
  const ran: number[] = [];
  const done = Promise.withResolvers<void>();
  events.untilDone('test:happened', 'write', async ({number}) => {
    ran.push(number);
    done.resolve();
  });
  events.start();
  await done.promise;
  await events.idle();
  expect(ran).toEqual([7]);
  // A newer server will run it.
  expect(await waiting()).toEqual([{reaction: 'of a newer version', attempts: 1}]);
  await testDatabase.database.execute({text: 'delete from EventOutbox'});
});

test('a durable reaction that fails runs again later', async () => {
  const {events, failures} = createBus();
  let isBroken = true;
  events.untilDone('test:happened', 'write', async () => {
    if (isBroken) throw new Error('the database is away');
  });
  (await record(events))();
  await events.idle();
  expect(failures).toEqual([new Error('the database is away')]);
  expect(await waiting()).toEqual([{reaction: 'write', attempts: 1}]);

  isBroken = false;
  const next = createBus().events;
  next.untilDone('test:happened', 'write', async () => {});
  next.start();
  await expect.poll(waiting).toEqual([]);
});

test('an effect in the transaction that completes the reaction happens only once, on any node', async () => {
  const [slow, fast] = [createBus(), createBus()];
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const effects: string[] = [];
  for (const [name, {events}] of Object.entries({slow, fast})) {
    events.untilDone('test:happened', 'write', async (_, {complete}) => {
      if (name === 'slow') {
        reached.resolve();
        await goOn.promise;
      }
      await testDatabase.database.transaction(complete);
      effects.push(name);
    });
  }
  (await record(slow.events))();
  await reached.promise;
  fast.events.start();
  await expect.poll(waiting).toEqual([]);
  goOn.resolve();
  await slow.events.idle();
  expect(effects).toEqual(['fast']);
  expect([...slow.failures, ...fast.failures]).toEqual([]);
});

test('views and announcements cannot wait for anything, and recorded events cannot only be published', () => {
  const {events} = createBus();
  const waits = async () => {};
  // @ts-expect-error a view that returns a promise
  events.onEveryNode('caches:stale', waits);
  // @ts-expect-error an announcement that returns a promise
  events.inStreamOrder('caches:stale', waits);
  // @ts-expect-error an event that must be recorded in its transaction
  events.publish('test:happened', {number: 1});
});
