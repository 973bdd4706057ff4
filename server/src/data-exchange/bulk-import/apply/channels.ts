import type {Channel} from '../format/objects.ts';
import {type Batch, countOutcomes} from './batch.ts';
import {changeRows, insertRows} from './rows.ts';
import {CHANNELS} from './tables.ts';

/** Writes public and private channels. */
export async function writeChannels(batch: Batch, channels: readonly Channel[]): Promise<void> {
  const {tx, now, directory} = batch;
  const known = channels.map((channel) => ({
    channel,
    entry: directory.channel(channel.team, channel.name)!,
  }));
  const fresh = known.filter(({entry}) => !entry.stored);
  const old = known.filter(({entry}) => entry.stored);
  const rowOf = ({channel, entry}: (typeof known)[number]) => ({
    Id: entry.id,
    DisplayName: channel.display_name || undefined,
    Type: channel.type,
    Header: channel.header,
    Purpose: channel.purpose,
    SchemeId: channel.scheme ? directory.scheme(channel.scheme)!.id : undefined,
    DeleteAt: channel.deleted_at,
  });

  await insertRows(
    tx,
    CHANNELS,
    fresh.map((it) => ({
      ...rowOf(it),
      DisplayName: it.channel.display_name || it.channel.name,
      Name: it.channel.name,
      TeamId: it.entry.teamId,
      CreateAt: now,
      UpdateAt: now,
    })),
  );
  for (const {entry} of fresh) batch.stores(entry);
  const changed = await changeRows(tx, CHANNELS, old.map(rowOf), now);
  countOutcomes(batch, 'channel', {total: channels.length, created: fresh.length, updated: changed.length});
}
