import type {Queryable} from '../../../platform/database/queryable.ts';

export function selectSchemes(
  db: Queryable,
  names: readonly string[],
): Promise<{id: string; name: string; scope: 'team' | 'channel'}[]> {
  return db.rows({
    name: 'import-schemes',
    text: 'select Id, Name, Scope from Schemes where Name = any($1) and DeleteAt = 0',
    values: [names],
  });
}

export function selectTeams(db: Queryable, names: readonly string[]): Promise<{id: string; name: string}[]> {
  return db.rows({
    name: 'import-teams',
    text: 'select Id, Name from Teams where Name = any($1)',
    values: [names],
  });
}

/** A channel with the time of its newest post, including deleted ones; 0 for none. */
export interface ChannelNameRow {
  id: string;
  teamid: string;
  name: string;
  newestpostat: number;
}

const CHANNEL_AND_NEWEST_POST = `
  select c.Id, c.TeamId, c.Name, coalesce((select max(p.CreateAt) from Posts p where p.ChannelId = c.Id), 0) as newestpostat
  from Channels c`;

/** Channels by team and name. */
export function selectChannels(
  db: Queryable,
  teamIds: readonly string[],
  names: readonly string[],
): Promise<ChannelNameRow[]> {
  return db.rows({
    name: 'import-channels',
    text: `
      ${CHANNEL_AND_NEWEST_POST}
        join unnest($1::text[], $2::text[]) as wanted (teamid, name)
          on c.TeamId = wanted.teamid and c.Name = wanted.name`,
    values: [teamIds, names],
  });
}

export function selectDirectChannels(db: Queryable, names: readonly string[]): Promise<ChannelNameRow[]> {
  return db.rows({
    name: 'import-direct-channels',
    text: `${CHANNEL_AND_NEWEST_POST} where c.TeamId = '' and c.Name = any($1)`,
    values: [names],
  });
}

export interface UserNameRow {
  id: string;
  username: string;
  email: string;
  roles: string;
  isbot: boolean;
}

export function selectUsers(db: Queryable, usernames: readonly string[]): Promise<UserNameRow[]> {
  return db.rows({
    name: 'import-users',
    text: `
      select u.Id, u.Username, u.Email, u.Roles, b.UserId is not null as isbot
      from Users u left join Bots b on b.UserId = u.Id
      where u.Username = any($1)`,
    values: [usernames],
  });
}

/** Those of the names that a group has, which may be archived. */
export function selectGroupNames(db: Queryable, names: readonly string[]): Promise<{name: string}[]> {
  return db.rows({
    name: 'import-groups',
    text: 'select Name from UserGroups where Name = any($1)',
    values: [names],
  });
}

/** The owners of email addresses. */
export function selectEmailOwners(
  db: Queryable,
  emails: readonly string[],
): Promise<{value: string; username: string}[]> {
  return db.rows({
    name: 'import-email-owners',
    text: 'select Email as value, Username from Users where Email = any($1)',
    values: [emails],
  });
}

/** The owners of service identities. */
export function selectAuthDataOwners(
  db: Queryable,
  authData: readonly string[],
): Promise<{value: string; username: string}[]> {
  return db.rows({
    name: 'import-auth-data-owners',
    text: 'select AuthData as value, Username from Users where AuthData = any($1)',
    values: [authData],
  });
}

export function selectRoleNames(db: Queryable, names: readonly string[]): Promise<{name: string}[]> {
  return db.rows({
    name: 'import-roles',
    text: 'select Name from Roles where Name = any($1) and DeleteAt = 0',
    values: [names],
  });
}
