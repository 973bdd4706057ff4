import {DEFAULT_CHANNEL_NOTIFY_PROPS, TOWN_SQUARE} from '../../../messaging/channels/channels.ts';
import {CHANNEL_MEMBERS, TEAM_MEMBERS} from '../../../messaging/tables/tables.ts';
import {
  insertNewRows,
  type KeyOf,
  type NewRow,
  type RowChanges,
  updateRows,
} from '../../../platform/database/table.ts';
import type {ChannelMembership, Participant, TeamMembership} from '../format/objects.ts';
import {type Batch, countOutcomes, type ImportedUser} from './batch.ts';
import {MERGED_CHANNEL_MEMBERS} from './merging.ts';
import {type NewPreference, setPreferences} from './preferences.ts';

/** Rows per statement. */
const BATCH_SIZE = 2_000;

/** Writes the team and channel memberships of users, with their themes and favorites. Never removes a membership. */
export async function writeMemberships(batch: Batch, users: readonly ImportedUser[]): Promise<void> {
  const {directory, now} = batch;
  const teams: TeamMemberRow[] = [];
  const channels = new Map<string, ChannelMemberRow>();
  const preferences: NewPreference[] = [];
  for (const {user, entry} of users) {
    for (const membership of user.teams ?? []) {
      const team = directory.team(membership.name)!;
      teams.push({teamid: team.id, userid: entry.id, deleteat: 0, ...rolesOf(membership, 'team')});
      if (membership.theme !== undefined) {
        preferences.push({userId: entry.id, category: 'theme', name: team.id, value: membership.theme});
      }
      const townSquare = directory.channel(membership.name, TOWN_SQUARE);
      if (townSquare && !isGuestMembership(membership, entry.isGuest)) {
        addTo(channels, {channelId: townSquare.id, userId: entry.id, isGuest: entry.isGuest, listed: false});
      }
      for (const channel of membership.channels ?? []) {
        const {id} = directory.channel(membership.name, channel.name)!;
        addTo(channels, {
          channelId: id,
          userId: entry.id,
          isGuest: entry.isGuest,
          listed: true,
          roles: rolesOf(channel, 'channel'),
          given: channel,
        });
        if (channel.favorite) {
          preferences.push({userId: entry.id, category: 'favorite_channel', name: id, value: 'true'});
        }
      }
    }
  }
  const guests = new Set(users.filter(({entry}) => entry.isGuest).map(({entry}) => entry.id));
  await writeTeamMembers(batch, teams, guests);
  await writeChannelMembers(batch, [...channels.values()], now);
  await setPreferences(batch.tx, preferences);
}

type TeamMemberRow = RowChanges<typeof TEAM_MEMBERS> & KeyOf<typeof TEAM_MEMBERS>;
type MemberRowFromFile = RowChanges<typeof CHANNEL_MEMBERS> & KeyOf<typeof CHANNEL_MEMBERS>;

/** The desired state of a channel membership. */
export interface ChannelMemberRow {
  channelId: string;
  userId: string;
  isGuest: boolean;
  /** Whether the file lists the membership; others come with the team or the direct channel. */
  listed: boolean;
  roles?: Partial<MemberRoles> | undefined;
  given?: Omit<ChannelMembership, 'name' | 'roles' | 'favorite'> | Participant | undefined;
}

function addTo(members: Map<string, ChannelMemberRow>, member: ChannelMemberRow): void {
  const key = member.channelId + member.userId;
  // A membership listed in the file overrides the default one.
  if (member.listed || !members.has(key)) members.set(key, member);
}

async function writeTeamMembers(
  batch: Batch,
  rows: TeamMemberRow[],
  guests: ReadonlySet<string>,
): Promise<void> {
  const {tx, now} = batch;
  for (let i = 0; i < rows.length; i += BATCH_SIZE) {
    const chunk = rows.slice(i, i + BATCH_SIZE);
    const created = await insertNewRows(
      tx,
      TEAM_MEMBERS,
      chunk.map((row) => ({...defaultMember(guests.has(row.userid)), ...defined(row), createat: now})),
    );
    const changed = await updateRows(tx, TEAM_MEMBERS, chunk, {merging: {}, now});
    countOutcomes(batch, 'team membership', {
      total: chunk.length,
      created: created.length,
      updated: changed.length,
    });
  }
}

/** Writes channel memberships and their history. Returns the ids of the channels with changes. */
export async function writeChannelMembers(
  batch: Batch,
  members: readonly ChannelMemberRow[],
  now: number,
): Promise<string[]> {
  const touched: string[] = [];
  for (let i = 0; i < members.length; i += BATCH_SIZE) {
    touched.push(...(await writeSomeChannelMembers(batch, members.slice(i, i + BATCH_SIZE), now)));
  }
  return touched;
}

async function writeSomeChannelMembers(
  batch: Batch,
  members: readonly ChannelMemberRow[],
  now: number,
): Promise<string[]> {
  const {tx} = batch;
  const created = await insertNewRows(
    tx,
    CHANNEL_MEMBERS,
    members.map((member) => newMemberRow(member, now)),
  );
  await tx.execute({
    name: 'import-open-history',
    text: OPEN_HISTORY,
    values: [created.map(({channelid}) => channelid), created.map(({userid}) => userid), now],
  });
  const isNew = new Set(created.map(({channelid, userid}) => channelid + userid));
  const old = members.filter(({channelId, userId}) => !isNew.has(channelId + userId));
  const changed = await updateRows(tx, CHANNEL_MEMBERS, old.map(memberRowFromFile), {
    merging: MERGED_CHANNEL_MEMBERS,
    now,
  });
  // Memberships that come with a team or a direct channel are not counted.
  if (created.length > 0) batch.announce.stale = true;
  const listed = new Set(
    members.flatMap(({channelId, userId, listed}) => (listed ? [channelId + userId] : [])),
  );
  const countListed = (rows: readonly KeyOf<typeof CHANNEL_MEMBERS>[]) =>
    rows.filter(({channelid, userid}) => listed.has(channelid + userid)).length;
  countOutcomes(batch, 'channel membership', {
    total: listed.size,
    created: countListed(created),
    updated: countListed(changed),
  });
  return [...created, ...changed].map(({channelid}) => channelid);
}

// A second membership starts after the first, even in the same millisecond or if the clock was set back.
const OPEN_HISTORY = `
  insert into ChannelMemberHistory (ChannelId, UserId, JoinTime)
  select channelid, userid, greatest($3::bigint,
    (select max(greatest(h.JoinTime + 1, h.LeaveTime)) from ChannelMemberHistory h
     where h.ChannelId = joined.channelid and h.UserId = joined.userid))
  from unnest($1::text[], $2::text[]) as joined (channelid, userid)`;

function newMemberRow(member: ChannelMemberRow, now: number): NewRow<typeof CHANNEL_MEMBERS> {
  const {notifyprops: _, ...given} = defined(memberRowFromFile(member));
  return {
    ...defaultMember(member.isGuest),
    // New members start with everything read, so that old posts are not unread.
    lastviewedat: now,
    ...given,
    notifyprops: JSON.stringify({
      ...DEFAULT_CHANNEL_NOTIFY_PROPS,
      ...notifyPropsOf(member.given?.notify_props),
    }),
    lastupdateat: now,
  };
}

function memberRowFromFile({channelId, userId, roles, given}: ChannelMemberRow): MemberRowFromFile {
  const row: MemberRowFromFile = {channelid: channelId, userid: userId, ...roles};
  if (!given) return row;
  const notifyProps = notifyPropsOf(given.notify_props);
  row.notifyprops = notifyProps && JSON.stringify(notifyProps);
  const {last_viewed_at, msg_count, msg_count_root, mention_count, mention_count_root, urgent_mention_count} =
    given;
  row.lastviewedat = last_viewed_at;
  // Counters only make sense together (docs/specification.md#members-schemes-and-threads).
  if (last_viewed_at !== undefined && msg_count !== undefined && msg_count_root !== undefined) {
    row.msgcount = msg_count;
    row.msgcountroot = msg_count_root;
  }
  if (last_viewed_at !== undefined && mention_count !== undefined && mention_count_root !== undefined) {
    row.mentioncount = mention_count;
    row.mentioncountroot = mention_count_root;
    row.urgentmentioncount = urgent_mention_count;
  }
  return row;
}

function notifyPropsOf(props: ChannelMembership['notify_props']): Record<string, string> | undefined {
  if (!props) return undefined;
  const {mobile, ...others} = props;
  return defined({...others, push: mobile}) as Record<string, string>;
}

/** The columns that the roles of a membership map to. */
interface MemberRoles {
  roles: string;
  schemeuser: boolean;
  schemeadmin: boolean;
  schemeguest: boolean;
}

function defaultMember(isGuest: boolean): MemberRoles {
  return {roles: '', schemeuser: !isGuest, schemeadmin: false, schemeguest: isGuest};
}

/** `team_user`, `team_admin` and `team_guest` become flags, as do those of channels. Other roles keep their names. */
function rolesOf({roles}: {roles?: string}, place: 'team' | 'channel'): MemberRoles | undefined {
  const names = roles?.split(' ').filter(Boolean) ?? [];
  if (names.length === 0) return undefined;
  const flags = [`${place}_user`, `${place}_admin`, `${place}_guest`];
  const isGuest = names.includes(flags[2]!);
  return {
    roles: names.filter((name) => !flags.includes(name)).join(' '),
    // A guest has no other flag. Anyone else is a member, even if the file doesn't say so.
    schemeuser: !isGuest,
    schemeadmin: !isGuest && names.includes(flags[1]!),
    schemeguest: isGuest,
  };
}

function isGuestMembership({roles}: TeamMembership, isGuest: boolean): boolean {
  return roles ? roles.split(' ').includes('team_guest') : isGuest;
}

/** Removes undefined values, which would override others in a spread. */
function defined<Value extends object>(row: Value): Value {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Value;
}
