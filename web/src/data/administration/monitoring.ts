import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 31;

type Rows = {name: string; value: number}[];

function read(name: string, teamId = ''): Promise<Rows> {
  return server.call<Rows>(`/analytics/old?name=${name}&team_id=${teamId}`);
}

function byName(rows: Rows): Partial<Record<string, number>> {
  return Object.fromEntries(rows.map(({name, value}) => [name, value]));
}

/** The counts of users, teams, channels and messages, of the server or of a team, by their names in the API. */
export async function figuresByName(teamId?: string): Promise<Partial<Record<string, number>>> {
  return byName(await read('standard', teamId));
}

/** The number of messages in all channels, and by type of channel. It agrees with `figuresByName`. */
export function useMessageCounts() {
  return useQuery({
    queryKey: ['administration', 'message-counts'],
    queryFn: async () => {
      const {O = 0, P = 0, D = 0, G = 0} = byName(await read('post_counts_by_channel_type'));
      return {all: O + P + D + G, O, P, D, G};
    },
    staleTime: 0,
  });
}

/** How many messages people and bots posted on each of the past days, in UTC, oldest first. */
export async function messagesByDay(): Promise<{at: number; people: number; bots: number}[]> {
  const [posts, botPosts] = (await Promise.all([read('post_counts_day'), read('bot_post_counts_day')])).map(
    byName,
  );
  // Noon UTC is on the same date in nearly all time zones.
  const today = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
  return Array.from({length: DAYS}, (_, index) => {
    const at = today - (DAYS - 1 - index) * DAY;
    const day = new Date(at).toISOString().slice(0, 10);
    const bots = botPosts![day] ?? 0;
    return {at, people: (posts![day] ?? 0) - bots, bots};
  });
}

/** The state of the server, in bytes and milliseconds. */
export interface Health {
  version: string;
  api_version: string;
  node_version: string;
  started_at: number;
  memory: {used: number; machine_free: number; machine_total: number};
  database: {version: string; size: number; connections: number; max_connections: number};
  websocket_connections: number;
  jobs: {waiting: number; running: number; failed: number};
  storage: {directory: string; free: number; total: number};
}

const REFRESH_INTERVAL = 10_000;
/** Administrators are warned if the share of free disk space is below this. */
const LOW_SPACE = 0.1;

export function useHealth() {
  return useQuery({
    queryKey: ['administration', 'health'],
    queryFn: () => server.call<Health>('/system/health'),
    staleTime: 0,
    refetchInterval: REFRESH_INTERVAL,
  });
}

export function isDiskSpaceLow({free, total}: {free: number; total: number}): boolean {
  return free < total * LOW_SPACE;
}

/** The server's activity in the period that begins at `at`. */
export interface ActivityPoint {
  at: number;
  requests: number;
  errors: number;
  posts: number;
  webhooks: number;
  calls: number;
  failed_calls: number;
  /** Each is the highest value in this period. `memory` is in bytes. */
  connections: number;
  memory: number;
}

/** The past 24 hours, or the time since the server started. `step` is in milliseconds. */
export interface Activity {
  since: number;
  step: number;
  points: ActivityPoint[];
}

export function useActivity() {
  return useQuery({
    queryKey: ['administration', 'activity'],
    queryFn: () => server.call<Activity>('/system/activity'),
    staleTime: 0,
    refetchInterval: 30_000,
  });
}

/** The webhook activity in the hour that begins at `at`. */
export interface DeliveryHour {
  at: number;
  received: number;
  refused: number;
  sent: number;
  failed: number;
}

/** The webhook activity in the past 24 hours, and the number of waiting calls. */
export function useDeliveries() {
  return useQuery({
    queryKey: ['administration', 'deliveries'],
    queryFn: () => server.call<{hours: DeliveryHour[]; waiting: number}>('/integrations/deliveries/by_hour'),
    staleTime: 0,
    refetchInterval: 30_000,
  });
}
