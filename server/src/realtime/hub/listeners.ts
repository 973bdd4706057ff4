import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Connection} from './connection.ts';
import {type MembershipsRow, selectChannelMembers, selectMemberships, selectTeamMembers} from './store.ts';

/** A user with at least one connection, and the events they receive. */
export interface Listener {
  readonly userId: string;
  readonly connections: Set<Connection>;
  channelIds: Set<string>;
  teamIds: Set<string>;
  /**
   * The teams in `teamIds` whose public channels the account can read without being in them. Empty until this is
   * checked, right after the connection opened.
   */
  openTeamIds: ReadonlySet<string>;
  /** Whether the account can read the public channels of every team. */
  readsAllTeams: boolean;
  /** Whether the account is a guest, who sees only their channels. */
  isGuest: boolean;
  /** Whether the account can see all users, rather than only users in its channels. */
  seesEveryone: boolean;
  /** Whether the account can see data reserved for administrators. */
  isAdministrator: boolean;
  /** Counts membership changes, to detect changes during a load. */
  changes: number;
}

/**
 * The listeners by user, channel and team. A user's channels and teams are loaded with the first connection and then
 * updated by events.
 */
export function createListeners(database: Database) {
  const byUser = new Map<string, Listener>();
  const byChannel = new Map<string, Set<Listener>>();
  const byTeam = new Map<string, Set<Listener>>();
  const loading = new Map<Listener, Promise<void>>();
  /** The listeners to load next in one statement, the last load, and the load of the waiting listeners. */
  let waiting: Listener[] = [];
  let lastLoad: Promise<void> = Promise.resolve();
  let nextLoad: Promise<void> | undefined;

  function setMemberships(
    listener: Listener,
    channelIds: readonly string[],
    teamIds: readonly string[],
  ): void {
    listener.channelIds = replace(byChannel, listener, listener.channelIds, new Set(channelIds));
    listener.teamIds = replace(byTeam, listener, listener.teamIds, new Set(teamIds));
  }

  /** Loads the memberships of listeners. Repeats this for listeners whose memberships change in the meantime. */
  async function load(listeners: readonly Listener[]): Promise<void> {
    for (let pending = listeners; pending.length > 0; ) {
      const changesBefore = new Map(pending.map((listener) => [listener, listener.changes] as const));
      const rows = new Map<string, MembershipsRow>();
      for (const row of await selectMemberships(
        database,
        pending.map((listener) => listener.userId),
      )) {
        rows.set(row.userid, row);
      }
      const changed: Listener[] = [];
      for (const listener of pending) {
        if (byUser.get(listener.userId) !== listener) continue;
        if (listener.changes !== changesBefore.get(listener)) changed.push(listener);
        else {
          const row = rows.get(listener.userId);
          setMemberships(listener, row?.channelids ?? [], row?.teamids ?? []);
        }
      }
      pending = changed;
    }
  }

  /**
   * Loads a listener's memberships together with those of other listeners, because after an outage thousands of clients
   * connect at the same time.
   */
  function loadWithOthers(listener: Listener): Promise<void> {
    waiting.push(listener);
    nextLoad ??= lastLoad
      .catch(() => {})
      .then(() => {
        const listeners = waiting;
        lastLoad = nextLoad!;
        waiting = [];
        nextLoad = undefined;
        return withoutCaller(() => load(listeners));
      });
    return nextLoad;
  }

  function add(userId: string): Listener {
    const listener: Listener = {
      userId,
      connections: new Set(),
      channelIds: new Set(),
      teamIds: new Set(),
      openTeamIds: new Set(),
      readsAllTeams: false,
      isGuest: true,
      seesEveryone: false,
      isAdministrator: false,
      changes: 0,
    };
    byUser.set(userId, listener);
    const work = loadWithOthers(listener).catch((error) => {
      remove(listener);
      throw error;
    });
    loading.set(
      listener,
      work.finally(() => loading.delete(listener)),
    );
    return listener;
  }

  function remove(listener: Listener): void {
    if (byUser.get(listener.userId) === listener) byUser.delete(listener.userId);
    setMemberships(listener, [], []);
  }

  /** Memberships in channels or teams, and their index. */
  function createMemberships(
    index: Map<string, Set<Listener>>,
    of: (listener: Listener) => Set<string>,
    select: typeof selectChannelMembers,
  ) {
    function join(userId: string, id: string): void {
      const listener = byUser.get(userId);
      if (!listener) return;
      listener.changes++;
      of(listener).add(id);
      addTo(index, id, listener);
    }

    function leave(userId: string, id: string): void {
      const listener = byUser.get(userId);
      if (!listener) return;
      listener.changes++;
      of(listener).delete(id);
      removeFrom(index, id, listener);
    }

    return {
      join,
      leave,

      /** Reloads the membership of one listener or of all. Changes announced during the load take precedence. */
      async reload(id: string, userId?: string): Promise<void> {
        const affected =
          userId === undefined
            ? [...byUser.values()]
            : [byUser.get(userId)].filter((one) => one !== undefined);
        if (affected.length === 0) return;
        const changesBefore = affected.map((listener) => listener.changes);
        const members = await select(
          database,
          id,
          affected.map((listener) => listener.userId),
        );
        affected.forEach((listener, index) => {
          if (listener.changes !== changesBefore[index] || byUser.get(listener.userId) !== listener) return;
          const belongs = members.has(listener.userId);
          if (belongs !== of(listener).has(id)) (belongs ? join : leave)(listener.userId, id);
        });
      },
    };
  }

  return {
    get: (userId: string): Listener | undefined => byUser.get(userId),
    all: (): Iterable<Listener> => byUser.values(),
    inChannel: (channelId: string): Iterable<Listener> => byChannel.get(channelId) ?? [],
    inTeam: (teamId: string): Iterable<Listener> => byTeam.get(teamId) ?? [],

    /**
     * Calls `attach` with the user's listener as soon as its memberships are loaded, without letting events run in
     * between.
     */
    async ensure(userId: string, attach: (listener: Listener) => void): Promise<void> {
      for (;;) {
        const listener = byUser.get(userId) ?? add(userId);
        await loading.get(listener);
        if (byUser.get(userId) === listener) return attach(listener);
      }
    },

    /** The channels of a user, who may be connected to another node. Only loaded if a listener doesn't see everyone. */
    async channelsOf(userId: string): Promise<ReadonlySet<string>> {
      const listener = byUser.get(userId);
      if (listener) return listener.channelIds;
      if (byUser.values().every(({seesEveryone}) => seesEveryone)) return new Set();
      const [row] = await selectMemberships(database, [userId]);
      return new Set(row?.channelids);
    },

    /** Reloads the channels and teams of all listeners. */
    reloadAll: () => load([...byUser.values()]),

    channels: createMemberships(byChannel, (listener) => listener.channelIds, selectChannelMembers),
    teams: createMemberships(byTeam, (listener) => listener.teamIds, selectTeamMembers),

    /** Removes a listener without connections. */
    remove,
  };
}

function replace(
  index: Map<string, Set<Listener>>,
  listener: Listener,
  before: ReadonlySet<string>,
  after: Set<string>,
): Set<string> {
  for (const id of before) if (!after.has(id)) removeFrom(index, id, listener);
  for (const id of after) addTo(index, id, listener);
  return after;
}

function addTo(index: Map<string, Set<Listener>>, id: string, listener: Listener): void {
  const set = index.get(id);
  if (set) set.add(listener);
  else index.set(id, new Set([listener]));
}

function removeFrom(index: Map<string, Set<Listener>>, id: string, listener: Listener): void {
  const set = index.get(id);
  if (set?.delete(listener) && set.size === 0) index.delete(id);
}
