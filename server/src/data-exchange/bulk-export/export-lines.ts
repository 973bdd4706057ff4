import {BUILT_IN_ROLES} from '../../messaging/permissions/permissions.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {participantObject, userObject} from './people.ts';
import {channelPosts, type NameFile} from './posts.ts';
import {
  type ChannelRow,
  type RoleRow,
  type SchemeRow,
  selectBots,
  selectChannelMembers,
  selectChannels,
  selectDirectChannels,
  selectEmoji,
  selectParticipants,
  selectPreferences,
  selectRoles,
  selectSchemes,
  selectTeamMembers,
  selectTeams,
  selectUsers,
} from './store.ts';

/** Assigns the paths of files in an export. Without it, an export has no files and nothing that depends on them. */
export interface FileNames {
  emoji(row: {id: string; name: string}): Promise<string | undefined>;
  picture?(row: {id: string; username: string}): Promise<string | undefined>;
  attachment?: NameFile;
}

/** The optional contents of an export. */
export interface ExportContents {
  /** The files of posts. */
  attachments: boolean;
  /** The pictures of people and bots. */
  pictures: boolean;
  archivedChannels: boolean;
  rolesAndSchemes: boolean;
}

export const EVERYTHING: ExportContents = {
  attachments: true,
  pictures: true,
  archivedChannels: true,
  rolesAndSchemes: true,
};

const PAGE_SIZE = 200;

/**
 * Everything that an import file can contain, in its order (docs/specification.md#order-of-lines). The same content
 * produces the same lines, even if its ids differ. The format cannot represent archived teams, deleted posts, earlier
 * versions of edited posts, passwords, and memberships of bots.
 */
export async function* exportLines(
  db: Queryable,
  {files, version, contents}: {files: FileNames | undefined; version: string; contents: ExportContents},
): AsyncGenerator<object[], void, undefined> {
  const {archivedChannels, rolesAndSchemes} = contents;
  const schemeOf = ({scheme}: {scheme: string | null}) => (rolesAndSchemes && scheme) || undefined;
  yield [{type: 'version', version: 1, info: {generator: 'patchbay', version}}];
  if (rolesAndSchemes) {
    yield (await selectSchemes(db)).map((row) => ({type: 'scheme', scheme: schemeObject(row)}));
    yield (await selectRoles(db))
      .filter(isCustomized)
      .map(({name, displayname, description, permissions, schememanaged}) => ({
        type: 'role',
        role: {
          name,
          display_name: displayname || name,
          description,
          permissions: splitPermissions(permissions),
          scheme_managed: schememanaged,
        },
      }));
  }
  if (files) {
    for (const row of await selectEmoji(db)) {
      const image = await files.emoji(row);
      if (image !== undefined) yield [{type: 'emoji', emoji: {name: row.name, image}}];
    }
  }
  yield (await selectTeams(db)).map((row) => ({
    type: 'team',
    team: {
      name: row.name,
      display_name: row.displayname,
      type: row.type,
      description: row.description,
      allow_open_invite: row.allowopeninvite,
      scheme: schemeOf(row),
    },
  }));
  const channels = (await selectChannels(db)).filter(({deleteat}) => archivedChannels || deleteat === 0);
  yield channels.map((row) => ({type: 'channel', channel: {...channelObject(row), scheme: schemeOf(row)}}));
  yield* users(db, files, new Set(channels.map(({id}) => id)));
  for (const row of await selectBots(db)) {
    const bot = {
      username: row.username,
      owner: row.owner,
      display_name: row.displayname,
      description: row.description,
      profile_image: row.haspicture ? await files?.picture?.(row) : undefined,
      delete_at: row.deleteat,
    };
    yield [{type: 'bot', bot}];
  }
  for (const {id, team, name} of channels) {
    for await (const posts of channelPosts(db, id, files?.attachment)) {
      yield posts.map((post) => ({type: 'post', post: {team, channel: name, ...post}}));
    }
  }
  const directChannels = await selectDirectChannels(db);
  for (let i = 0; i < directChannels.length; i += PAGE_SIZE) {
    yield await directChannelLines(db, directChannels.slice(i, i + PAGE_SIZE));
  }
  for (const {id, members} of directChannels) {
    for await (const posts of channelPosts(db, id, files?.attachment)) {
      yield posts.map((post) => ({
        type: 'direct_post',
        direct_post: {channel_members: repeatIfSingle(members), ...post},
      }));
    }
  }
}

/** People, with their memberships of the given channels. */
async function* users(
  db: Queryable,
  files: FileNames | undefined,
  channelIds: ReadonlySet<string>,
): AsyncGenerator<object[], void, undefined> {
  for (let after = ''; ; ) {
    const rows = await selectUsers(db, after, PAGE_SIZE);
    if (rows.length === 0) return;
    after = rows.at(-1)!.username;
    const ids = rows.map(({id}) => id);
    const preferences = Map.groupBy(await selectPreferences(db, ids), ({userid}) => userid);
    const teams = Map.groupBy(await selectTeamMembers(db, ids), ({userid}) => userid);
    const memberships = await selectChannelMembers(db, ids);
    const channels = Map.groupBy(
      memberships.filter(({channelid}) => channelIds.has(channelid)),
      ({userid}) => userid,
    );
    const lines: object[] = [];
    for (const row of rows) {
      const user = userObject(row, {
        preferences: preferences.get(row.id) ?? [],
        teams: teams.get(row.id) ?? [],
        channels: channels.get(row.id) ?? [],
        profileImage: row.haspicture ? await files?.picture?.(row) : undefined,
      });
      lines.push({type: 'user', user});
    }
    yield lines;
  }
}

async function directChannelLines(
  db: Queryable,
  rows: readonly {id: string; header: string; members: string[]}[],
): Promise<object[]> {
  const participants = Map.groupBy(
    await selectParticipants(
      db,
      rows.map(({id}) => id),
    ),
    ({channelid}) => channelid,
  );
  return rows.map(({id, header, members}) => {
    const own = participants.get(id)!;
    return {
      type: 'direct_channel',
      direct_channel: {
        members: repeatIfSingle(members),
        participants: repeatIfSingle(own.map(participantObject)),
        header,
        favorited_by: own.filter(({favorite}) => favorite).map(({username}) => username),
        shown_by: own.filter(({shown}) => shown).map(({username}) => username),
      },
    };
  });
}

/** The channel for direct messages to oneself has one member, listed twice in the format. */
function repeatIfSingle<Item>(members: readonly Item[]): Item[] {
  return members.length === 1 ? [members[0]!, members[0]!] : [...members];
}

function channelObject(row: ChannelRow): object {
  return {
    team: row.team,
    name: row.name,
    display_name: row.displayname,
    type: row.type,
    header: row.header,
    purpose: row.purpose,
    deleted_at: row.deleteat || undefined,
  };
}

const SCHEME_ROLES = {
  default_team_admin_role: ['TeamAdmin', 'team_admin'],
  default_team_user_role: ['TeamUser', 'team_user'],
  default_team_guest_role: ['TeamGuest', 'team_guest'],
  default_channel_admin_role: ['ChannelAdmin', 'channel_admin'],
  default_channel_user_role: ['ChannelUser', 'channel_user'],
  default_channel_guest_role: ['ChannelGuest', 'channel_guest'],
} as const;

function schemeObject({name, displayname, scope, description, roles}: SchemeRow): object {
  const exported = Object.entries(SCHEME_ROLES).flatMap(([field, [column, label]]) => {
    const role = roles[column];
    if (!role) return [];
    const {display_name, description: about, permissions} = role;
    return [
      [
        field,
        {
          name: label,
          display_name: display_name || label,
          description: about,
          permissions: splitPermissions(permissions),
        },
      ],
    ];
  });
  return {name, display_name: displayname || name, scope, description, ...Object.fromEntries(exported)};
}

/** Whether a role is custom or differs from its default. */
function isCustomized({name, displayname, description, permissions, builtin}: RoleRow): boolean {
  const role = BUILT_IN_ROLES.find((it) => builtin && it.name === name);
  if (!role) return true;
  const same =
    new Set(splitPermissions(permissions)).symmetricDifference(new Set(role.permissions)).size === 0;
  return !same || displayname !== role.displayName || description !== role.description;
}

function splitPermissions(permissions: string): string[] {
  return permissions.split(' ').filter(Boolean);
}
