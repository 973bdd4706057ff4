import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createFairQueue} from './fair-queue.ts';

/** Work that the test ends. */
function work(name: string, started: string[]) {
  const {promise, resolve} = Promise.withResolvers<void>();
  return {
    end: resolve,
    do: () => {
      started.push(name);
      return promise;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('owners take turns even if one of them has queued a lot', async () => {
  const queue = createFairQueue({slots: 2, perOwner: 2, perResource: 2, maxWaiting: 100});
  const started: string[] = [];
  const greedy = Array.from({length: 5}, (_, index) => work(`greedy${index}`, started));
  greedy.forEach((it, index) => void queue.run({owner: 'greedy', resource: String(index)}, it.do));
  const modest = work('modest', started);
  void queue.run({owner: 'modest', resource: 'x'}, modest.do);
  await settled();
  expect(started).toEqual(['greedy0', 'greedy1']);
  greedy[0]!.end();
  await settled();
  expect(started.at(-1)).toBe('greedy2');
  greedy[1]!.end();
  await settled();
  expect(started.at(-1)).toBe('modest');
});

test('a full queue rejects only its owner', async () => {
  const queue = createFairQueue({slots: 4, perOwner: 1, perResource: 4, maxWaiting: 2});
  const never = () => new Promise<void>(() => {});
  const tryRun = (owner: string) => queue.run({owner, resource: 'x'}, never) !== undefined;
  expect([tryRun('a'), tryRun('a'), tryRun('a'), tryRun('a')]).toEqual([true, true, true, false]);
  expect(tryRun('b')).toBe(true);
});

test('a failure is returned to the caller and frees the slot', async () => {
  const queue = createFairQueue({slots: 1, perOwner: 1, perResource: 1, maxWaiting: 2});
  const keys = {owner: 'a', resource: 'x'};
  await expect(queue.run(keys, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run(keys, async () => 'yes')).resolves.toBe('yes');
});

test('no limit is exceeded and all work is done', async () => {
  const bounds = fc.record({
    slots: fc.integer({min: 1, max: 5}),
    perOwner: fc.integer({min: 1, max: 3}),
    perResource: fc.integer({min: 1, max: 3}),
  });
  const keys = fc.record({owner: fc.constantFrom('a', 'b', 'c'), resource: fc.constantFrom('x', 'y', 'z')});
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(keys, {maxLength: 40}), async (limits, all) => {
      const queue = createFairQueue({...limits, maxWaiting: 100});
      const now: typeof all = [];
      const done = await Promise.all(
        all.map((key) =>
          queue.run(key, async () => {
            now.push(key);
            expect(now.length).toBeLessThanOrEqual(limits.slots);
            expect(now.filter(({owner}) => owner === key.owner).length).toBeLessThanOrEqual(limits.perOwner);
            expect(now.filter(({resource}) => resource === key.resource).length).toBeLessThanOrEqual(
              limits.perResource,
            );
            await settled();
            now.splice(now.indexOf(key), 1);
            return true;
          }),
        ),
      );
      expect(done).toEqual(all.map(() => true));
    }),
    {numRuns: 50},
  );
});
