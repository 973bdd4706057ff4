import type {World} from './cells.ts';

/** Typical round trips between regions of public clouds, in milliseconds. */
const ROUND_TRIPS: Record<string, number> = {
  'America Europe': 90,
  'Asia Europe': 170,
  'America Asia': 160,
};
/** The round trip between the data centers of a region. */
const WITHIN_REGION_MS = 2;

/** 600,000 people in six cells. A third of them are active, at the rates of the load model in `bench/company`. */
export const THREE_REGIONS: World = {
  regions: ['America', 'Europe', 'Asia'],
  roundTrip: (from, to) => (from === to ? WITHIN_REGION_MS : ROUND_TRIPS[[from, to].toSorted().join(' ')]!),
  cellsPerRegion: 2,
  activePeoplePerCell: 33_000,
  postsPerPersonPerHour: 15,
  sharedShare: 0.03,
  cellsPerSharedChannel: [2, 4],
  sharedChannels: 2_000,
  // Measured with 1,000 active people on one node that shared two cores with the load (docs/cluster.md#scaling).
  post: {p50: 9, p99: 76},
  fanOut: {p50: 6, p99: 50},
  replication: 'asynchronous',
  replicationLag: 200,
  failoverSeconds: 60,
  reconnectSeconds: 15,
  seconds: 600,
};
