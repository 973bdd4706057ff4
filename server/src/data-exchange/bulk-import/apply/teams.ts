import type {Channels} from '../../../messaging/channels/channels.ts';
import {TEAMS} from '../../../messaging/tables/tables.ts';
import type {Teams} from '../../../messaging/teams/teams.ts';
import {insertRows, updateRows} from '../../../platform/database/table.ts';
import type {Team} from '../format/objects.ts';
import {type Batch, countOutcomes} from './batch.ts';
import {SET_UPDATE_AT} from './merging.ts';

/** Writes teams. A new team gets the default channels. */
export async function writeTeams(
  batch: Batch,
  objects: readonly Team[],
  {
    channels,
    teams: {freshInvite},
  }: {channels: Pick<Channels, 'createDefaults'>; teams: Pick<Teams, 'freshInvite'>},
): Promise<void> {
  const {tx, now, directory} = batch;
  const pairs = objects.map((team) => ({team, entry: directory.team(team.name)!}));
  const fresh = pairs.filter(({entry}) => !entry.stored);
  const rowOf = ({team, entry}: (typeof pairs)[number]) => ({
    id: entry.id,
    displayname: team.display_name,
    type: team.type,
    description: team.description,
    allowopeninvite: team.allow_open_invite,
    schemeid: team.scheme ? directory.scheme(team.scheme)!.id : undefined,
  });

  await insertRows(
    tx,
    TEAMS,
    fresh.map((it) => {
      const {inviteid, inviteidhash} = freshInvite(it.entry.id);
      return {
        ...rowOf(it),
        name: it.team.name,
        createat: now,
        updateat: now,
        inviteid: inviteid,
        inviteidhash: inviteidhash,
      };
    }),
  );
  for (const {entry} of fresh) {
    for (const row of await channels.createDefaults(tx, entry.id, '', now)) {
      const channel = entry.channels.get(row.name);
      if (channel) channel.id = row.id;
    }
    batch.markStored(entry);
  }
  const old = pairs.filter(({entry}) => entry.stored);
  const changed = await updateRows(tx, TEAMS, old.map(rowOf), {merging: SET_UPDATE_AT, now});
  countOutcomes(batch, 'team', {total: objects.length, created: fresh.length, updated: changed.length});
}
