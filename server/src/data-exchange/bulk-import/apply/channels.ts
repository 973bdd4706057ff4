import {CHANNELS} from '../../../messaging/tables/tables.ts';
import {insertRows, updateRows} from '../../../platform/database/table.ts';
import type {Channel} from '../format/objects.ts';
import {type Batch, countOutcomes} from './batch.ts';
import {SET_UPDATE_AT} from './merging.ts';

/** Writes public and private channels. */
export async function writeChannels(batch: Batch, channels: readonly Channel[]): Promise<void> {
  const {tx, now, directory} = batch;
  const pairs = channels.map((channel) => ({
    channel,
    entry: directory.channel(channel.team, channel.name)!,
  }));
  const fresh = pairs.filter(({entry}) => !entry.stored);
  const old = pairs.filter(({entry}) => entry.stored);
  const rowOf = ({channel, entry}: (typeof pairs)[number]) => ({
    id: entry.id,
    displayname: channel.display_name || undefined,
    type: channel.type,
    header: channel.header,
    purpose: channel.purpose,
    schemeid: channel.scheme ? directory.scheme(channel.scheme)!.id : undefined,
    deleteat: channel.deleted_at,
  });

  await insertRows(
    tx,
    CHANNELS,
    fresh.map((it) => ({
      ...rowOf(it),
      displayname: it.channel.display_name || it.channel.name,
      name: it.channel.name,
      teamid: it.entry.teamId,
      createat: now,
      updateat: now,
    })),
  );
  for (const {entry} of fresh) batch.markStored(entry);
  const changed = await updateRows(tx, CHANNELS, old.map(rowOf), {merging: SET_UPDATE_AT, now});
  countOutcomes(batch, 'channel', {total: channels.length, created: fresh.length, updated: changed.length});
}
