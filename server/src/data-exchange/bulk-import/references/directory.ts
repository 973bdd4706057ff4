import {directChannelName, groupChannelName} from '../../../messaging/channels/channels.ts';
import {newId} from '../../../platform/database/ids.ts';
import type {Queryable} from '../../../platform/database/queryable.ts';
import {
  selectAuthDataOwners,
  selectChannels,
  selectDirectChannels,
  selectEmailOwners,
  selectGroupNames,
  selectRoleNames,
  selectSchemes,
  selectTeams,
  selectUsers,
} from './store.ts';

/** An object that a name refers to. */
export interface DirectoryEntry {
  id: string;
  /** The first line of the file that creates or changes it; 0 for none. */
  line: number;
  /** Whether it is in the database, from the start or since it was imported. */
  stored: boolean;
}

export interface SchemeEntry extends DirectoryEntry {
  scope: 'team' | 'channel';
}

export interface TeamEntry extends DirectoryEntry {
  /** By name; null if the channel does not exist. */
  channels: Map<string, ChannelEntry | null>;
}

export interface ChannelEntry extends DirectoryEntry {
  teamId: string;
  /** The time of the channel's newest post, in milliseconds; 0 for none. */
  newestPostAt: number;
}

export interface UserEntry extends DirectoryEntry {
  username: string;
  email: string;
  isBot: boolean;
  /** Guests get guest memberships by default. */
  isGuest: boolean;
}

export interface DirectChannelEntry extends ChannelEntry {
  type: 'D' | 'G';
  name: string;
  /** In order of id; only one in a channel with oneself. */
  members: UserEntry[];
}

/** Names to load into the directory, by kind. */
export interface Wanted {
  schemes: Set<string>;
  teams: Set<string>;
  /** Names of channels by team name. */
  channels: Map<string, Set<string>>;
  users: Set<string>;
  groups: Set<string>;
  emails: Set<string>;
  authData: Set<string>;
  roles: Set<string>;
}

export type Directory = ReturnType<typeof createDirectory>;

/**
 * The objects that names refer to, as far as the import needed them: those of earlier lines and those looked up in the
 * database. A lookup returns undefined for a name that was not loaded yet, and null for one that does not exist.
 */
export function createDirectory(
  database: Queryable,
  {channelsOfEveryTeam}: {channelsOfEveryTeam: readonly string[]},
) {
  const schemes = new Map<string, SchemeEntry | null>();
  const teams = new Map<string, TeamEntry | null>();
  const users = new Map<string, UserEntry | null>();
  const groups = new Map<string, true | null>();
  const emailOwners = new Map<string, string | null>();
  const authDataOwners = new Map<string, string | null>();
  const roles = new Map<string, {line: number} | null>();
  const directChannels = new Map<string, DirectChannelEntry | null>();
  // Most lines list the same members in the same order.
  const directKeys = new Map<string, string>();

  function directKey(names: readonly string[]): string {
    const joined = names.join(' ');
    let key = directKeys.get(joined);
    if (key === undefined) {
      key = [...new Set(names.map((name) => name.toLowerCase()))].sort().join(' ');
      directKeys.set(joined, key);
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
      loadInto(groups, wanted.groups, async (names) =>
        (await selectGroupNames(database, names)).map(({name}) => [name, true]),
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
    // Everyone who joins a team also joins its default channels, whether or not the file lists them.
    const channels = new Map<string, ReadonlySet<string>>();
    for (const name of new Set([...teamNames, ...wanted.channels.keys()])) {
      channels.set(name, new Set([...(wanted.channels.get(name) ?? []), ...channelsOfEveryTeam]));
    }
    await loadChannels(channels);
  }

  async function loadChannels(wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const pairs: {team: TeamEntry; name: string}[] = [];
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

  /** Loads the channels of member lists. All members must be loaded. */
  async function loadDirectChannels(memberLists: Iterable<readonly string[]>): Promise<void> {
    const requested: {key: string; channel: DirectChannelEntry}[] = [];
    for (const names of memberLists) {
      const key = directKey(names);
      if (directChannels.has(key)) continue;
      const channel = describeDirectChannel(names);
      if (!channel) continue;
      directChannels.set(key, null);
      requested.push({key, channel});
    }
    if (requested.length === 0) return;
    const rows = await selectDirectChannels(
      database,
      requested.map(({channel}) => channel.name),
    );
    const byName = new Map(rows.map((row) => [row.name, row]));
    for (const {key, channel} of requested) {
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

  function describeDirectChannel(names: readonly string[]): DirectChannelEntry | undefined {
    const members: UserEntry[] = [];
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
    team: (name: string) => teams.get(name) ?? lookUpLowerCase(teams, name),
    user: (name: string) => users.get(name) ?? lookUpLowerCase(users, name),
    /** Whether a group, which may be archived, has the name, as far as it was loaded. */
    hasGroup: (name: string) => groups.get(name) === true,
    role: (name: string) => roles.get(name),
    emailOwner: (email: string) => emailOwners.get(email),
    authDataOwner: (authData: string) => authDataOwners.get(authData),

    channel(teamName: string, name: string): ChannelEntry | null | undefined {
      const team = teams.get(teamName) ?? lookUpLowerCase(teams, teamName);
      return team ? (team.channels.get(name) ?? lookUpLowerCase(team.channels, name)) : team;
    },

    /** The channel with exactly these members, in any order. */
    directChannel: (members: readonly string[]) => directChannels.get(directKey(members)),

    /** Adds the scheme of a line. */
    addScheme(name: string, scope: 'team' | 'channel', line: number): SchemeEntry {
      return add(schemes, name, line, () => ({...newEntry(line), scope}));
    },

    /** Adds the system role of a line. */
    addRole(name: string, line: number): void {
      if (!roles.get(name)) roles.set(name, {line});
    },

    /** Adds the team of a line, and its default channels. */
    addTeam(name: string, line: number): TeamEntry {
      return add(teams, name, line, () => {
        const team = {...newEntry(line), channels: new Map<string, ChannelEntry | null>()};
        for (const channel of channelsOfEveryTeam) {
          team.channels.set(channel, {...newEntry(0), stored: true, teamId: team.id, newestPostAt: 0});
        }
        return team;
      });
    },

    addChannel(team: TeamEntry, name: string, line: number): ChannelEntry {
      return add(team.channels, name, line, () => ({...newEntry(line), teamId: team.id, newestPostAt: 0}));
    },

    /** Adds the account of a line, or updates its email address and roles. */
    addUser(
      name: string,
      details: {email?: string; isBot: boolean; isGuest?: boolean},
      line: number,
    ): UserEntry {
      const {email = '', isBot, isGuest = false} = details;
      const user = add(users, name, line, () => ({...newEntry(line), username: name, email, isBot, isGuest}));
      user.email = details.email ?? user.email;
      user.isGuest = details.isGuest ?? user.isGuest;
      return user;
    },

    /** Assigns the email address or service identity to this account. */
    claimEmail: (email: string, username: string) => emailOwners.set(email, username),
    claimAuthData: (authData: string, username: string) => authDataOwners.set(authData, username),

    /** Adds the direct or group channel of a line. Its members must be loaded. */
    addDirectChannel(members: readonly string[], line: number): DirectChannelEntry {
      return add(directChannels, directKey(members), line, () => ({
        ...describeDirectChannel(members)!,
        line,
      }));
    },

    /** Removes everything to free memory. Requires that everything that was added is in the database. */
    clear(): void {
      for (const map of [
        schemes,
        teams,
        users,
        groups,
        emailOwners,
        authDataOwners,
        roles,
        directChannels,
        directKeys,
      ]) {
        map.clear();
      }
    },

    /** The number of names in memory. */
    get size(): number {
      return teams.size + users.size + groups.size + emailOwners.size + authDataOwners.size + directKeys.size;
    },
  };
}

export function emptyWanted(): Wanted {
  return {
    schemes: new Set(),
    teams: new Set(),
    channels: new Map(),
    users: new Set(),
    groups: new Set(),
    emails: new Set(),
    authData: new Set(),
    roles: new Set(),
  };
}

/** Whether these system roles are those of a guest. */
export function isGuest(roles: string): boolean {
  return roles.split(' ').includes('system_guest');
}

function newEntry(line: number): DirectoryEntry {
  return {id: newId(), line, stored: false};
}

function add<Entry extends DirectoryEntry>(
  map: Map<string, Entry | null>,
  name: string,
  line: number,
  make: () => Entry,
): Entry {
  const existing = map.get(name);
  if (existing) {
    if (existing.line === 0) existing.line = line;
    return existing;
  }
  const entry = make();
  map.set(name, entry);
  return entry;
}

/** Names are lower case, but files from old servers may contain upper case. */
function lookUpLowerCase<Entry>(
  map: ReadonlyMap<string, Entry | null>,
  name: string,
): Entry | null | undefined {
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

/** Adds a channel and its team to the names to load. */
export function requestChannel(wanted: Wanted, team: string, name: string): void {
  const key = team.toLowerCase();
  const names = wanted.channels.get(key) ?? new Set();
  wanted.channels.set(key, names.add(name.toLowerCase()));
}

export function isEmpty(wanted: Wanted): boolean {
  return Object.values(wanted).every(({size}: {size: number}) => size === 0);
}
