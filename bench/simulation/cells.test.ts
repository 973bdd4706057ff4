import {expect, test} from 'vitest';
import {seededRandom, simulate, type World} from './cells.ts';
import {THREE_REGIONS} from './three-regions.ts';

const small: World = {...THREE_REGIONS, activePeoplePerCell: 2_000, seconds: 300};
const run = (changes: Partial<World>) => simulate({...small, ...changes}, seededRandom(7));
const failure = {region: 'Europe', at: 100};

test('without a failure, every post is acknowledged, and posts between regions take at least the round trip', () => {
  const {posts, acknowledged, refusedOwnCellDown, lost, request, delivery} = run({});
  expect({acknowledged, refusedOwnCellDown, lost}).toEqual({
    acknowledged: posts,
    refusedOwnCellDown: 0,
    lost: 0,
  });
  expect(request.world.p50).toBeGreaterThan(90);
  expect(request.cell.p50).toBeLessThan(90);
  expect(delivery.world.p50).toBeGreaterThan(delivery.cell.p50 + 45);
});

test('if a region fails, only its people are interrupted, and a synchronous standby loses nothing', () => {
  const lazy = run({failure, replicationLag: 2_000});
  const eager = run({failure, replicationLag: 2_000, replication: 'synchronous'});
  expect(lazy.lost).toBeGreaterThan(0);
  expect(eager).toMatchObject({lost: 0, lostAfterDelivery: 0, interrupted: {people: 4_000}});
  expect(eager.refusedOwnCellDown).toBeGreaterThan(0);
  expect(eager.delayed.count).toBeGreaterThan(0);
  expect(eager.delayed.longest).toBeLessThanOrEqual(small.failoverSeconds + 1);
  expect(eager.request.cell.p50).toBeGreaterThan(lazy.request.cell.p50 + 90);
  const {posts, acknowledged, refusedOwnCellDown, refusedOwnerDown} = lazy;
  expect(acknowledged + refusedOwnCellDown + refusedOwnerDown).toBe(posts);
});
