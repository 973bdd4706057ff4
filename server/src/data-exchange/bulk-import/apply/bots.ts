import {BOTS, USERS} from '../../../messaging/tables/tables.ts';
import {requireNoGroup} from '../../../messaging/users/users.ts';
import type {Settings} from '../../../platform/config/settings.ts';
import {insertRows, updateRows} from '../../../platform/database/table.ts';
import type {Bot} from '../format/objects.ts';
import type {UserEntry} from '../references/directory.ts';
import {type Batch, countOutcomes} from './batch.ts';
import {MERGED_USERS, SET_UPDATE_AT} from './merging.ts';

/** A bot of the file and the matching account. */
export interface ImportedBot {
  bot: Bot;
  entry: UserEntry;
}

/** Writes the accounts and bot records of bots. */
export async function writeBots(
  batch: Batch,
  bots: readonly Bot[],
  settings: Settings,
): Promise<ImportedBot[]> {
  const {tx, now, directory, announce} = batch;
  const imported = bots.map((bot) => ({bot, entry: directory.user(bot.username)!}));
  const fresh = imported.filter(({entry}) => !entry.stored);
  const old = imported.filter(({entry}) => entry.stored);
  const accountOf = ({bot, entry}: ImportedBot) => ({
    id: entry.id,
    firstname: bot.display_name,
    deleteat: bot.delete_at,
  });
  const botOf = ({bot, entry}: ImportedBot) => ({
    userid: entry.id,
    description: bot.description,
    // If the owner is not a user, it is the identifier of a plugin.
    ownerid: directory.user(bot.owner)?.id ?? bot.owner,
    deleteat: bot.delete_at,
  });

  await requireNoGroup(
    tx,
    fresh.map(({bot}) => bot.username),
  );
  await insertRows(
    tx,
    USERS,
    fresh.map((it) => ({
      ...accountOf(it),
      username: it.bot.username,
      email: `${it.bot.username}@localhost`,
      emailverified: true,
      roles: 'system_user',
      locale: settings.LocalizationSettings.DefaultClientLocale,
      createat: now,
      updateat: now,
    })),
  );
  await insertRows(
    tx,
    BOTS,
    fresh.map((it) => ({...botOf(it), createat: now, updateat: now})),
  );
  for (const {entry} of fresh) batch.markStored(entry);

  const changedAccounts = await updateRows(tx, USERS, old.map(accountOf), {merging: MERGED_USERS, now});
  const changedBots = await updateRows(tx, BOTS, old.map(botOf), {merging: SET_UPDATE_AT, now});
  const touched = new Set([...changedAccounts.map(({id}) => id), ...changedBots.map(({userid}) => userid)]);
  for (const id of touched) announce.users.add(id);
  countOutcomes(batch, 'bot', {total: bots.length, created: fresh.length, updated: touched.size});
  return imported;
}
