import type {Command} from 'commander';
import type {Features} from '../features.ts';
import type {UserRow} from '../messaging/users/users.ts';
import {addPasswordOptions, type PasswordOptions, readPassword} from './password-option.ts';
import {COMMAND_LINE, withFeatures} from './with-features.ts';

const WHICH = 'username, email or id';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('manage accounts');

  addPasswordOptions(
    user
      .command('create')
      .description('make an account; the first one becomes system administrator')
      .requiredOption('--username <name>', '1 to 64 of a–z, 0–9, ".", "-", "_"')
      .requiredOption('--email <address>', 'email address'),
  )
    .option('--system-admin', 'make it a system administrator')
    .option('--json', 'print the account as JSON')
    .action(
      async (
        options: PasswordOptions & {username: string; email: string; systemAdmin?: boolean; json?: boolean},
        command: Command,
      ) => {
        const password = await readPassword(command, options);
        const made = await withFeatures(async ({users, audits}) => {
          const account = await users.create(
            {username: options.username, email: options.email, password},
            options.systemAdmin ? {roles: 'system_admin system_user'} : {},
          );
          await audits.record(undefined, 'patchbay user create', `user_id=${account.id}`, '');
          return account;
        });
        console.log(
          options.json
            ? JSON.stringify(summary(made))
            : `Made ${made.username} (${made.id}) with the roles ${made.roles}.`,
        );
      },
    );

  user
    .command('list')
    .description('list accounts by username')
    .option('--inactive', 'only those that are deactivated')
    .option('--json', 'print a JSON object a line')
    .action(async ({inactive, json}: {inactive?: boolean; json?: boolean}) => {
      await withFeatures(async (features) => {
        for await (const account of allUsers(features, inactive ? 'inactive' : undefined)) {
          console.log(json ? JSON.stringify(summary(account)) : line(account));
        }
      });
    });

  addPasswordOptions(
    user
      .command('password')
      .description('give an account a new password, and unlock it; its sessions end')
      .argument('<user>', WHICH),
  ).action(async (name: string, options: PasswordOptions, command: Command) => {
    const password = await readPassword(command, options);
    await change(name, 'password', ({users}, account) => users.setPassword(account, password));
    console.log(`${name} has the new password. All sessions have ended.`);
  });

  user
    .command('activate')
    .description('let a deactivated account sign in again')
    .argument('<user>', WHICH)
    .action(async (name: string) => {
      await change(name, 'activate', ({users}, account) => users.setActive(account, true));
      console.log(`${name} is active.`);
    });

  user
    .command('deactivate')
    .description('let an account sign in no more; its sessions end and its tokens are suspended')
    .argument('<user>', WHICH)
    .action(async (name: string) => {
      await change(name, 'deactivate', ({users}, account) => users.setActive(account, false));
      console.log(`${name} is deactivated.`);
    });

  user
    .command('convert')
    .description('make a person’s account a bot; its sessions end, and it signs in with a token only')
    .argument('<user>', WHICH)
    .requiredOption('--bot', 'what it becomes')
    .action(async (name: string) => {
      await change(name, 'convert', async ({bots}, account) => void (await bots.fromUser(account)));
      console.log(`${name} is a bot. Make a token for it with: patchbay bot token ${name}`);
    });
}

/** Makes one change to one account, and leaves a trace of it. */
async function change(
  name: string,
  command: string,
  work: (features: Features, account: UserRow) => Promise<void>,
): Promise<void> {
  await withFeatures(async (features) => {
    const account = await features.users.byAnyName(name);
    await work(features, account);
    await features.audits.record(undefined, `patchbay user ${command}`, `user_id=${account.id}`, '');
  });
}

async function* allUsers({directory}: Features, activation: 'inactive' | undefined): AsyncGenerator<UserRow> {
  const limit = 1000;
  for (let offset = 0; ; offset += limit) {
    const page = await directory.list(COMMAND_LINE, {activation}, 'username', {offset, limit});
    yield* page;
    if (page.length < limit) return;
  }
}

function summary(user: UserRow) {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    roles: user.roles,
    is_bot: user.isbot,
    create_at: user.createat,
    delete_at: user.deleteat,
  };
}

function line(user: UserRow): string {
  const kind = user.isbot ? 'bot' : user.roles.includes('system_admin') ? 'administrator' : 'member';
  const state = user.deleteat > 0 ? 'deactivated' : 'active';
  return [user.username.padEnd(24), user.email.padEnd(32), kind.padEnd(13), state.padEnd(11), user.id].join(
    '  ',
  );
}
