import type {Settings} from '../../../platform/config/settings.ts';
import type {Bot} from '../format/objects.ts';
import type {KnownUser} from '../references/directory.ts';
import {type Batch, countOutcomes} from './batch.ts';
import {changeRows, insertRows, type Row} from './rows.ts';
import {BOTS, USERS} from './tables.ts';

/** A bot of the file and the account that it is. */
export interface ImportedBot {
  bot: Bot;
  entry: KnownUser;
}

/** Writes bots: the accounts, and what makes bots of them. */
export async function writeBots(
  batch: Batch,
  bots: readonly Bot[],
  settings: Settings,
): Promise<ImportedBot[]> {
  const {tx, now, directory, announce} = batch;
  const imported = bots.map((bot) => ({bot, entry: directory.user(bot.username)!}));
  const fresh = imported.filter(({entry}) => !entry.stored);
  const old = imported.filter(({entry}) => entry.stored);
  const accountOf = ({bot, entry}: ImportedBot): Row => ({
    Id: entry.id,
    FirstName: bot.display_name,
    DeleteAt: bot.delete_at,
  });
  const botOf = ({bot, entry}: ImportedBot): Row => ({
    UserId: entry.id,
    Description: bot.description,
    // Whoever is no user is the identifier of a plugin.
    OwnerId: directory.user(bot.owner)?.id ?? bot.owner,
    DeleteAt: bot.delete_at,
  });

  await insertRows(
    tx,
    USERS,
    fresh.map((it) => ({
      ...accountOf(it),
      Username: it.bot.username,
      Email: `${it.bot.username}@localhost`,
      EmailVerified: true,
      Roles: 'system_user',
      Locale: settings.LocalizationSettings.DefaultClientLocale,
      CreateAt: now,
      UpdateAt: now,
    })),
  );
  await insertRows(
    tx,
    BOTS,
    fresh.map((it) => ({...botOf(it), CreateAt: now, UpdateAt: now})),
  );
  for (const {entry} of fresh) batch.stores(entry);

  const changedAccounts = await changeRows<{id: string}>(tx, USERS, old.map(accountOf), now);
  const changedBots = await changeRows<{userid: string}>(tx, BOTS, old.map(botOf), now);
  const touched = new Set([...changedAccounts.map(({id}) => id), ...changedBots.map(({userid}) => userid)]);
  for (const id of touched) announce.users.add(id);
  countOutcomes(batch, 'bot', {total: bots.length, created: fresh.length, updated: touched.size});
  return imported;
}
