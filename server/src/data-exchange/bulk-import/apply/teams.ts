import type {Channels} from '../../../messaging/channels/channels.ts';
import {newId} from '../../../platform/ids/ids.ts';
import type {Team} from '../format/objects.ts';
import {type Batch, countOutcomes} from './batch.ts';
import {changeRows, insertRows} from './rows.ts';
import {TEAMS} from './tables.ts';

/** Writes teams. A new one begins with the channels that every team has. */
export async function writeTeams(
  batch: Batch,
  teams: readonly Team[],
  {createDefaults}: Pick<Channels, 'createDefaults'>,
): Promise<void> {
  const {tx, now, directory} = batch;
  const known = teams.map((team) => ({team, entry: directory.team(team.name)!}));
  const fresh = known.filter(({entry}) => !entry.stored);
  const rowOf = ({team, entry}: (typeof known)[number]) => ({
    Id: entry.id,
    DisplayName: team.display_name,
    Type: team.type,
    Description: team.description,
    AllowOpenInvite: team.allow_open_invite,
    SchemeId: team.scheme ? directory.scheme(team.scheme)!.id : undefined,
  });

  await insertRows(
    tx,
    TEAMS,
    fresh.map((it) => ({
      ...rowOf(it),
      Name: it.team.name,
      CreateAt: now,
      UpdateAt: now,
      InviteId: newId(),
    })),
  );
  for (const {entry} of fresh) {
    for (const row of await createDefaults(tx, entry.id, '', now)) {
      const channel = entry.channels.get(row.name);
      if (channel) channel.id = row.id;
    }
    batch.stores(entry);
  }
  const old = known.filter(({entry}) => entry.stored);
  const changed = await changeRows(tx, TEAMS, old.map(rowOf), now);
  countOutcomes(batch, 'team', {total: teams.length, created: fresh.length, updated: changed.length});
}
