import type {Database} from '../../../server/src/platform/database/database.ts';
import {newId} from '../../../server/src/platform/database/ids.ts';
import {hashToken} from '../../../server/src/platform/secrets/secrets.ts';

/** An account with a token. */
export interface SimulatedPerson {
  id: string;
  token: string;
}

/**
 * Adds accounts with access tokens to a team and to some of its channels. Writes to the tables directly, because hashing
 * thousands of passwords would take minutes.
 *
 * @param channelsOf the channels of the person with this number
 */
export async function addPeople(
  database: Database,
  {
    count,
    prefix,
    teamId,
    channelsOf,
  }: {count: number; prefix: string; teamId: string; channelsOf: (person: number) => readonly string[]},
): Promise<SimulatedPerson[]> {
  const people = Array.from({length: count}, () => ({id: newId(), token: newId()}));
  const ids = people.map(({id}) => id);
  const memberships = ids.flatMap((id, number) => channelsOf(number).map((channel) => ({id, channel})));
  const now = Date.now();
  await database.execute({
    text: `
      insert into Users (Id, CreateAt, UpdateAt, Username, Email, Roles)
      select id, $2, $2, $3 || n, $3 || n || '@example.org', 'system_user'
      from unnest($1::text[]) with ordinality as new (id, n)`,
    values: [ids, now, prefix],
  });
  await database.execute({
    text: `
      insert into UserAccessTokens (Id, Token, UserId, CreateAt)
      select id, token, user_id, $4 from unnest($1::text[], $2::text[], $3::text[]) as new (id, token, user_id)`,
    values: [ids.map(newId), people.map(({token}) => hashToken(token)), ids, now],
  });
  await database.execute({
    text: `
      insert into TeamMembers (TeamId, UserId, SchemeUser, CreateAt)
      select $1, id, true, $3 from unnest($2::text[]) as new (id)`,
    values: [teamId, ids, now],
  });
  await database.execute({
    text: `
      insert into ChannelMembers (ChannelId, UserId, SchemeUser)
      select channel, id, true from unnest($1::text[], $2::text[]) as new (channel, id)`,
    values: [memberships.map(({channel}) => channel), memberships.map(({id}) => id)],
  });
  return people;
}
