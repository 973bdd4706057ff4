import {expect, test} from 'vitest';
import {createSingleNode} from '../cluster/single-node.ts';
import {describeThisNode} from '../cluster/this-node.ts';
import {createEventBus} from './event-bus.ts';

function createBus() {
  const failures: unknown[] = [];
  const events = createEventBus(createSingleNode(describeThisNode('test')), (error) => failures.push(error));
  return {events, failures};
}

test('an event runs views, then announcements, then reactions, each until it is unsubscribed', () => {
  const {events} = createBus();
  const ran: string[] = [];
  const stop = [
    events.onOrigin('caches:stale', () => ran.push('reaction')),
    events.onOriginOrSuccessor('caches:stale', () => ran.push('inheritable reaction')),
    events.inStreamOrder('caches:stale', (_, {offset}) => ran.push(`announcement ${offset}`)),
    events.onEveryNode('caches:stale', () => ran.push('view')),
  ];
  events.publish('caches:stale', {});
  expect(ran).toEqual(['view', 'announcement 1', 'reaction', 'inheritable reaction']);
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

test('views and announcements cannot wait for anything', () => {
  const {events} = createBus();
  const waits = async () => {};
  // @ts-expect-error a view that returns a promise
  events.onEveryNode('caches:stale', waits);
  // @ts-expect-error an announcement that returns a promise
  events.inStreamOrder('caches:stale', waits);
});
