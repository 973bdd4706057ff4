import {directChannelName, groupChannelName} from '../../../messaging/channels/channels.ts';
import {newId} from '../../../platform/database/ids.ts';
import type {Queryable} from '../../../platform/database/queryable.ts';
import {
  selectAuthDataOwners,
  selectChannels,
  selectDirectChannels,
  selectEmailOwners,
  selectRoleNames,
  selectSchemes,
  selectTeams,
  selectUsers,
} from './store.ts';

/** What is known of a name. */
export interface Known {
  id: string;
  /** The first line of the file that brings it or changes it; 0 for none. */
  line: number;
  /** Whether the database has it: it had it when it was asked, or it was imported since. */
  stored: boolean;
}

export interface KnownScheme extends Known {
  scope: 'team' | 'channel';
}

export interface KnownTeam extends Known {
  /** By name; null for one that is not known. */
  channels: Map<string, KnownChannel | null>;
}

export interface KnownChannel extends Known {
  teamId: string;
  /** The time of the newest post that the channel has; 0 for none. Milliseconds. */
  newestPostAt: number;
}

export interface KnownUser extends Known {
  username: string;
  email: string;
  isBot: boolean;
  /** The account belongs to somebody from outside, so that memberships begin as those of a guest. */
  isGuest: boolean;
}

export interface KnownDirectChannel extends KnownChannel {
  type: 'D' | 'G';
  name: string;
  /** In the order of their ids; one for notes to oneself. */
  members: KnownUser[];
}

/** Names that are not in the directory yet, by kind. */
export interface Wanted {
  schemes: Set<string>;
  teams: Set<string>;
  /** Names of channels by the name of their team. */
  channels: Map<string, Set<string>>;
  users: Set<string>;
  emails: Set<string>;
  authData: Set<string>;
  roles: Set<string>;
}

export type Directory = ReturnType<typeof createDirectory>;

/**
 * What names stand for, so far as an import has needed to know: names that lines of the file have brought, and
 * names that the database was asked for. Answers are undefined for what was not asked yet, and null for what
 * exists neither here nor there.
 */
export function createDirectory(
  database: Queryable,
  {channelsOfEveryTeam}: {channelsOfEveryTeam: readonly string[]},
) {
  const schemes = new Map<string, KnownScheme | null>();
  const teams = new Map<string, KnownTeam | null>();
  const users = new Map<string, KnownUser | null>();
  const emailOwners = new Map<string, string | null>();
  const authDataOwners = new Map<string, string | null>();
  const roles = new Map<string, {line: number} | null>();
  const directChannels = new Map<string, KnownDirectChannel | null>();
  // The same members stand in the same order more often than not.
  const directKeys = new Map<string, string>();

  function directKey(names: readonly string[]): string {
    const written = names.join(' ');
    let key = directKeys.get(written);
    if (key === undefined) {
      key = [...new Set(names.map((name) => name.toLowerCase()))].sort().join(' ');
      directKeys.set(written, key);
    }
    return key;
  }

  async function load({teams: teamNames, ...wanted}: Wanted): Promise<void> {
    await Promise.all([
      loadInto(schemes, wanted.schemes, async (names) =>
        (await selectSchemes(database, names)).map((row) => [
          row.name,
          {id: row.id, line: 0, stored: true, scope: row.scope},
        ]),
      ),
      loadInto(teams, new Set([...teamNames, ...wanted.channels.keys()]), async (names) =>
        (await selectTeams(database, names)).map((row) => [
          row.name,
          {id: row.id, line: 0, stored: true, channels: new Map()},
        ]),
      ),
      loadInto(users, wanted.users, async (names) =>
        (await selectUsers(database, names)).map((row) => [
          row.username,
          {
            id: row.id,
            line: 0,
            stored: true,
            username: row.username,
            email: row.email,
            isBot: row.isbot,
            isGuest: isGuest(row.roles),
          },
        ]),
      ),
      loadInto(emailOwners, wanted.emails, async (emails) =>
        (await selectEmailOwners(database, emails)).map((row) => [row.value, row.username]),
      ),
      loadInto(authDataOwners, wanted.authData, async (values) =>
        (await selectAuthDataOwners(database, values)).map((row) => [row.value, row.username]),
      ),
      loadInto(roles, wanted.roles, async (names) =>
        (await selectRoleNames(database, names)).map(({name}) => [name, {line: 0}]),
      ),
    ]);
    // Whoever joins a team joins the channels that every team has, named in the file or not.
    const channels = new Map<string, ReadonlySet<string>>();
    for (const name of new Set([...teamNames, ...wanted.channels.keys()])) {
      channels.set(name, new Set([...(wanted.channels.get(name) ?? []), ...channelsOfEveryTeam]));
    }
    await loadChannels(channels);
  }

  async function loadChannels(wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const pairs: {team: KnownTeam; name: string}[] = [];
    for (const [teamName, names] of wanted) {
      const team = teams.get(teamName);
      for (const name of names) if (team && !team.channels.has(name)) pairs.push({team, name});
    }
    if (pairs.length === 0) return;
    for (const {team, name} of pairs) team.channels.set(name, null);
    const rows = await selectChannels(
      database,
      pairs.map(({team}) => team.id),
      pairs.map(({name}) => name),
    );
    const teamsById = new Map(pairs.map(({team}) => [team.id, team]));
    for (const row of rows) {
      teamsById.get(row.teamid)!.channels.set(row.name, {
        id: row.id,
        line: 0,
        stored: true,
        teamId: row.teamid,
        newestPostAt: row.newestpostat,
      });
    }
  }

  /** Learns which of the member lists already have a channel. All their members must be known. */
  async function loadDirectChannels(memberLists: Iterable<readonly string[]>): Promise<void> {
    const asked: {key: string; channel: KnownDirectChannel}[] = [];
    for (const names of memberLists) {
      const key = directKey(names);
      if (directChannels.has(key)) continue;
      const channel = describeDirectChannel(names);
      if (!channel) continue;
      directChannels.set(key, null);
      asked.push({key, channel});
    }
    if (asked.length === 0) return;
    const rows = await selectDirectChannels(
      database,
      asked.map(({channel}) => channel.name),
    );
    const byName = new Map(rows.map((row) => [row.name, row]));
    for (const {key, channel} of asked) {
      const row = byName.get(channel.name);
      if (row) {
        directChannels.set(key, {
          ...channel,
          id: row.id,
          line: 0,
          stored: true,
          newestPostAt: row.newestpostat,
        });
      }
    }
  }

  function describeDirectChannel(names: readonly string[]): KnownDirectChannel | undefined {
    const members: KnownUser[] = [];
    for (const name of new Set(names.map((it) => it.toLowerCase()))) {
      const user = users.get(name);
      if (!user) return undefined;
      members.push(user);
    }
    members.sort((a, b) => (a.id < b.id ? -1 : 1));
    const ids = members.map(({id}) => id);
    const type = ids.length > 2 ? 'G' : 'D';
    return {
      id: newId(),
      line: 0,
      stored: false,
      teamId: '',
      newestPostAt: 0,
      type,
      name: type === 'G' ? groupChannelName(ids) : directChannelName(ids[0]!, ids.at(-1)!),
      members,
    };
  }

  return {
    load,
    loadDirectChannels,

    scheme: (name: string) => schemes.get(name),
    team: (name: string) => teams.get(name) ?? folded(teams, name),
    user: (name: string) => users.get(name) ?? folded(users, name),
    role: (name: string) => roles.get(name),
    emailOwner: (email: string) => emailOwners.get(email),
    authDataOwner: (authData: string) => authDataOwners.get(authData),

    channel(teamName: string, name: string): KnownChannel | null | undefined {
      const team = teams.get(teamName) ?? folded(teams, teamName);
      return team ? (team.channels.get(name) ?? folded(team.channels, name)) : team;
    },

    /** The channel of exactly these members; the order of names plays no part. */
    directChannel: (members: readonly string[]) => directChannels.get(directKey(members)),

    /** A line brings a scheme. */
    addScheme(name: string, scope: 'team' | 'channel', line: number): KnownScheme {
      return add(schemes, name, line, () => ({...fresh(line), scope}));
    },

    /** A line brings a role of the system. */
    addRole(name: string, line: number): void {
      if (!roles.get(name)) roles.set(name, {line});
    },

    /** A line brings a team, and with it the channels that every team begins with. */
    addTeam(name: string, line: number): KnownTeam {
      return add(teams, name, line, () => {
        const team = {...fresh(line), channels: new Map<string, KnownChannel | null>()};
        for (const channel of channelsOfEveryTeam) {
          team.channels.set(channel, {...fresh(0), stored: true, teamId: team.id, newestPostAt: 0});
        }
        return team;
      });
    },

    addChannel(team: KnownTeam, name: string, line: number): KnownChannel {
      return add(team.channels, name, line, () => ({...fresh(line), teamId: team.id, newestPostAt: 0}));
    },

    /** A line brings an account, or gives it another email or other roles. */
    addUser(
      name: string,
      details: {email?: string; isBot: boolean; isGuest?: boolean},
      line: number,
    ): KnownUser {
      const {email = '', isBot, isGuest = false} = details;
      const user = add(users, name, line, () => ({...fresh(line), username: name, email, isBot, isGuest}));
      user.email = details.email ?? user.email;
      user.isGuest = details.isGuest ?? user.isGuest;
      return user;
    },

    /** From here on the email, or identity at a service, belongs to that account. */
    claimEmail: (email: string, username: string) => emailOwners.set(email, username),
    claimAuthData: (authData: string, username: string) => authDataOwners.set(authData, username),

    /** A line brings a direct or group channel; its members must be known. */
    addDirectChannel(members: readonly string[], line: number): KnownDirectChannel {
      return add(directChannels, directKey(members), line, () => ({
        ...describeDirectChannel(members)!,
        line,
      }));
    },

    /** Forgets everything: for when all that was added is in the database, and memory is to be given back. */
    clear(): void {
      for (const map of [
        schemes,
        teams,
        users,
        emailOwners,
        authDataOwners,
        roles,
        directChannels,
        directKeys,
      ]) {
        map.clear();
      }
    },

    /** How many names are kept. */
    get size(): number {
      return teams.size + users.size + emailOwners.size + authDataOwners.size + directKeys.size;
    },
  };
}

export function emptyWanted(): Wanted {
  return {
    schemes: new Set(),
    teams: new Set(),
    channels: new Map(),
    users: new Set(),
    emails: new Set(),
    authData: new Set(),
    roles: new Set(),
  };
}

/** Whether these system roles are a guest's. */
export function isGuest(roles: string): boolean {
  return roles.split(' ').includes('system_guest');
}

function fresh(line: number): Known {
  return {id: newId(), line, stored: false};
}

function add<Entry extends Known>(
  map: Map<string, Entry | null>,
  name: string,
  line: number,
  make: () => Entry,
): Entry {
  const known = map.get(name);
  if (known) {
    if (known.line === 0) known.line = line;
    return known;
  }
  const entry = make();
  map.set(name, entry);
  return entry;
}

/** Names are in lower case; files of old servers may write them otherwise. */
function folded<Entry>(map: ReadonlyMap<string, Entry | null>, name: string): Entry | null | undefined {
  const lower = name.toLowerCase();
  return lower === name ? map.get(name) : map.get(lower);
}

async function loadInto<Entry>(
  map: Map<string, Entry | null>,
  wanted: ReadonlySet<string>,
  select: (names: string[]) => Promise<[string, NoInfer<Entry>][]>,
): Promise<void> {
  const names = [...wanted].filter((name) => !map.has(name));
  if (names.length === 0) return;
  for (const name of names) map.set(name, null);
  for (const [name, entry] of await select(names)) map.set(name, entry);
}

/** Adds a channel to what is wanted; its team is wanted with it. */
export function wantChannel(wanted: Wanted, team: string, name: string): void {
  const key = team.toLowerCase();
  const names = wanted.channels.get(key) ?? new Set();
  wanted.channels.set(key, names.add(name.toLowerCase()));
}

export function isEmpty(wanted: Wanted): boolean {
  return Object.values(wanted).every(({size}: {size: number}) => size === 0);
}
