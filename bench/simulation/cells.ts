/** A company in several regions. Each cell is a complete cluster with its own database, and has a standby elsewhere. */
export interface World {
  regions: string[];
  /** The round trip between two regions, in milliseconds. */
  roundTrip(from: string, to: string): number;
  cellsPerRegion: number;
  activePeoplePerCell: number;
  postsPerPersonPerHour: number;
  /** The share of posts in channels with members in several cells. */
  sharedShare: number;
  /** The number of cells with members of a shared channel, as an inclusive range of equally likely numbers. */
  cellsPerSharedChannel: [number, number];
  sharedChannels: number;
  /** Milliseconds until a cell has stored a post. */
  post: {p50: number; p99: number};
  /** Milliseconds from then until the event arrives at a member's client. */
  fanOut: {p50: number; p99: number};
  /** Whether a commit waits for the standby in another region. */
  replication: 'asynchronous' | 'synchronous';
  /** The mean age of the standby's data if commits don't wait for it, in milliseconds. */
  replicationLag: number;
  /** The region that fails, and the time of the failure in seconds. */
  failure?: {region: string; at: number};
  /** Seconds until the standbys of the failed region's cells are promoted and listed in the directory. */
  failoverSeconds: number;
  /** The clients of moved cells look up the directory again at random times within this many seconds. */
  reconnectSeconds: number;
  seconds: number;
}

export interface Outcome {
  posts: number;
  acknowledged: number;
  /** Posts by people whose own cell was down. */
  refusedOwnCellDown: number;
  /** Posts to shared channels whose cell was down, while the author's cell was up. */
  refusedOwnerDown: number;
  /** Acknowledged posts that are missing on the promoted standby. */
  lost: number;
  /** Lost posts that members of other cells had already seen. */
  lostAfterDelivery: number;
  /** Milliseconds until the author's request is acknowledged. */
  request: Record<Kind, Percentiles>;
  /** Milliseconds from the request to the event, for each other cell with members. */
  delivery: Record<Kind, Percentiles>;
  /** The number of deliveries that waited for a failed cell, and the longest wait in seconds. */
  delayed: {count: number; longest: number};
  /** The number of people whose cell was down, and the mean time until they were connected again, in seconds. */
  interrupted: {people: number; meanSeconds: number};
}

/** In one cell, between cells of one region, or between regions. */
type Kind = 'cell' | 'region' | 'world';
type Percentiles = {count: number; p50: number; p99: number};

interface Cell {
  home: string;
  standby: string;
}

/**
 * Simulates posts in a world of cells.
 *
 * A channel belongs to one cell, whose database determines the order of its posts. A post from another cell is
 * forwarded to that cell, and the response waits for it. The owning cell forwards stored posts to the other cells
 * with members, from an outbox in its database: a cell that is down receives them later. Every region has a copy of
 * the directory of cells.
 */
export function simulate(world: World, random: () => number): Outcome {
  const cells = world.regions.flatMap((home, index) =>
    Array.from(
      {length: world.cellsPerRegion},
      (): Cell => ({home, standby: world.regions[(index + 1) % world.regions.length]!}),
    ),
  );
  const failsAt = (world.failure?.at ?? Number.POSITIVE_INFINITY) * 1000;
  const backAt = failsAt + world.failoverSeconds * 1000;
  const end = world.seconds * 1000;
  const pick = (count: number) => Math.floor(random() * count);

  const channels = Array.from({length: world.sharedChannels}, () => {
    const [fewest, most] = world.cellsPerSharedChannel;
    const members = new Set([pick(cells.length)]);
    const size = Math.min(cells.length, fewest + pick(most - fewest + 1));
    while (members.size < size) members.add(pick(cells.length));
    return [...members];
  });

  const isMoved = (cell: Cell, at: number) => cell.home === world.failure?.region && at >= failsAt;
  const isDown = (cell: Cell, at: number) => isMoved(cell, at) && at < backAt;
  const regionOf = (cell: Cell, at: number) => (isMoved(cell, at) ? cell.standby : cell.home);
  const oneWay = (from: Cell, to: Cell, at: number) =>
    world.roundTrip(regionOf(from, at), regionOf(to, at)) / 2;
  /** A random duration with a long tail, with this median and 99th percentile. */
  const took = ({p50, p99}: {p50: number; p99: number}) =>
    p50 * Math.exp((Math.log(p99 / p50) / 2.326) * normal(random));

  const outcome = {
    posts: 0,
    acknowledged: 0,
    refusedOwnCellDown: 0,
    refusedOwnerDown: 0,
    lost: 0,
    lostAfterDelivery: 0,
  };
  const requests: Record<Kind, number[]> = {cell: [], region: [], world: []};
  const deliveries: Record<Kind, number[]> = {cell: [], region: [], world: []};
  let delayedCount = 0;
  let longestDelay = 0;
  const perMs = (cells.length * world.activePeoplePerCell * world.postsPerPersonPerHour) / 3_600_000;

  for (let at = -Math.log(1 - random()) / perMs; at < end; at += -Math.log(1 - random()) / perMs) {
    outcome.posts++;
    const shared = random() < world.sharedShare ? channels[pick(channels.length)]! : undefined;
    const author = shared ? shared[pick(shared.length)]! : pick(cells.length);
    const owner = shared ? shared[0]! : author;
    const [authorCell, ownerCell] = [cells[author]!, cells[owner]!];
    if (isDown(authorCell, at)) {
      outcome.refusedOwnCellDown++;
      continue;
    }
    const there = owner === author ? 0 : oneWay(authorCell, ownerCell, at);
    if (isDown(ownerCell, at + there)) {
      outcome.refusedOwnerDown++;
      continue;
    }
    const toStandby =
      world.replication === 'synchronous' ? world.roundTrip(regionOf(ownerCell, at), ownerCell.standby) : 0;
    const stored = at + there + took(world.post) + toStandby;
    const acknowledgedAt = stored + there;
    // A post that isn't acknowledged when the cell fails isn't lost, because the client tries again.
    if (ownerCell.home === world.failure?.region && at < failsAt && acknowledgedAt >= failsAt) {
      outcome.refusedOwnerDown++;
      continue;
    }
    outcome.acknowledged++;
    requests[kind(authorCell, ownerCell)].push(acknowledgedAt - at);
    const replicatedAt =
      world.replication === 'synchronous' ? stored : stored - Math.log(1 - random()) * world.replicationLag;
    const isLost = ownerCell.home === world.failure?.region && stored < failsAt && replicatedAt >= failsAt;
    if (isLost) outcome.lost++;

    let seenElsewhere = false;
    for (const member of shared ?? [owner]) {
      const cell = cells[member]!;
      const inside = took(world.fanOut);
      const direct =
        stored - (at + there) + inside + there + (member === owner ? 0 : oneWay(ownerCell, cell, stored));
      const arrives = at + direct;
      if (isDown(cell, arrives) || (isDown(ownerCell, arrives) && member !== owner)) {
        // The owner's outbox sends the post when both cells are back, unless the standby doesn't have it.
        if (isLost) continue;
        delayedCount++;
        longestDelay = Math.max(longestDelay, backAt - at);
        continue;
      }
      if (isLost && member !== owner) seenElsewhere = true;
      deliveries[kind(ownerCell, cell)].push(direct);
    }
    if (seenElsewhere) outcome.lostAfterDelivery++;
  }

  const interrupted = world.failure ? world.cellsPerRegion * world.activePeoplePerCell : 0;
  return {
    ...outcome,
    request: summary(requests),
    delivery: summary(deliveries),
    delayed: {count: delayedCount, longest: Math.round(longestDelay / 100) / 10},
    interrupted: {
      people: interrupted,
      meanSeconds: interrupted > 0 ? world.failoverSeconds + world.reconnectSeconds / 2 : 0,
    },
  };
}

function kind(from: Cell, to: Cell): Kind {
  if (from === to) return 'cell';
  return from.home === to.home ? 'region' : 'world';
}

function summary(values: Record<Kind, number[]>): Record<Kind, Percentiles> {
  return {
    cell: percentiles(values.cell),
    region: percentiles(values.region),
    world: percentiles(values.world),
  };
}

function percentiles(values: number[]): Percentiles {
  values.sort((a, b) => a - b);
  const at = (share: number) => Math.round(values[Math.floor(values.length * share)] ?? 0);
  return {count: values.length, p50: at(0.5), p99: at(0.99)};
}

/** A random number with the standard normal distribution. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Returns random numbers from 0 to 1 that are the same in every run (a linear congruential generator, Park and
 * Miller).
 */
export function seededRandom(seed: number): () => number {
  const MODULUS = 2 ** 31 - 1;
  let state = seed;
  return () => {
    state = (state * 48_271) % MODULUS;
    return (state - 1) / (MODULUS - 1);
  };
}
