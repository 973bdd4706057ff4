import {availableParallelism} from 'node:os';
import {limitConcurrency} from '../../../../platform/concurrency/limit-concurrency.ts';
import type {Database} from '../../../../platform/database/database.ts';
import {hashPassword, verifyPassword} from '../../../../platform/secrets/passwords.ts';
import type {Batch, ImportedUser} from '../batch.ts';
import type {FollowUp} from './follow-ups.ts';

// Each hash occupies a core. The other threads of the pool remain for files.
const onFreeCore = limitConcurrency(availableParallelism());

/** Passwords per statement. Each takes a few milliseconds, which an interruption would lose. */
const BATCH_SIZE = 50;

interface ImportedPassword {
  userId: string;
  password: string;
  isNew: boolean;
}

/**
 * Sets the passwords of accounts from the file. Hashes are salted, so whether a password changed is only known after
 * verifying it.
 */
export function passwordsOf(
  users: readonly ImportedUser[],
  {
    database,
    repeated,
    count,
    changed,
  }: Pick<Batch, 'count' | 'repeated'> & {database: Database; changed(userIds: string[]): void},
): FollowUp[] {
  const given = users.flatMap(({user, entry, isNew}): ImportedPassword[] =>
    user.password === undefined ? [] : [{userId: entry.id, password: user.password, isNew}],
  );

  async function write(batch: readonly ImportedPassword[]): Promise<void> {
    const stored = await storedHashes(
      database,
      batch.filter(({isNew}) => !isNew).map(({userId}) => userId),
    );
    const hashes = await Promise.all(
      batch.map(async ({userId, password}) => {
        const hash = stored.get(userId);
        return onFreeCore(async () =>
          hash && (await verifyPassword(hash, password)) ? undefined : hashPassword(password),
        );
      }),
    );
    const due = batch.flatMap((one, i) => (hashes[i] === undefined ? [] : [{...one, hash: hashes[i]}]));
    if (due.length === 0) return;
    await writeHashes(database, due);
    // Accounts that an interrupted run created without setting their passwords were counted as created.
    const isOld = ({userId, isNew}: ImportedPassword) => !isNew && !(repeated && stored.get(userId) === '');
    const old = due.filter(isOld).map(({userId}) => userId);
    if (old.length === 0) return;
    count('user', 'updated', old.length);
    count('user', 'unchanged', -old.length);
    changed(old);
  }

  const followUps: FollowUp[] = [];
  for (let i = 0; i < given.length; i += BATCH_SIZE) {
    const batch = given.slice(i, i + BATCH_SIZE);
    followUps.push({run: () => write(batch)});
  }
  return followUps;
}

async function storedHashes(database: Database, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await database.rows<{id: string; password: string}>({
    text: 'select Id, Password from Users where Id = any($1)',
    values: [userIds],
  });
  return new Map(rows.map(({id, password}) => [id, password]));
}

async function writeHashes(
  database: Database,
  accounts: readonly {userId: string; hash: string; isNew: boolean}[],
): Promise<void> {
  await database.execute({
    text: `
      update Users u set Password = new.hash, AuthService = '', AuthData = null, FailedAttempts = 0,
        LastPasswordUpdate = case when new.isnew then u.LastPasswordUpdate else $4 end,
        UpdateAt = case when new.isnew then u.UpdateAt else $4 end
      from unnest($1::text[], $2::text[], $3::boolean[]) as new (id, hash, isnew)
      where u.Id = new.id`,
    values: [
      accounts.map(({userId}) => userId),
      accounts.map(({hash}) => hash),
      accounts.map(({isNew}) => isNew),
      Date.now(),
    ],
  });
}
