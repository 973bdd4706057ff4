import type {Command} from 'commander';
import type {Features} from '../features.ts';
import type {UserRow} from '../messaging/users/users.ts';
import {addPasswordOptions, type PasswordOptions, readPassword} from './password-option.ts';
import {COMMAND_LINE, withFeatures} from './with-features.ts';

const USER_ARGUMENT = 'username, email address or id';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('manage accounts');

  addPasswordOptions(
    user
      .command('create')
      .description('create an account; the first one becomes a system administrator')
      .requiredOption('--username <name>', '1 to 64 characters a–z, 0–9, ".", "-", "_"')
      .requiredOption('--email <address>', 'email address'),
  )
    .option('--system-admin', 'make the account a system administrator')
    .option('--json', 'print the account as JSON')
    .action(
      async (
        options: PasswordOptions & {username: string; email: string; systemAdmin?: boolean; json?: boolean},
        command: Command,
      ) => {
        const password = await readPassword(command, options);
        const created = await withFeatures(async ({users, audits}) => {
          const account = await users.create(
            {username: options.username, email: options.email, password},
            options.systemAdmin ? {roles: 'system_admin system_user'} : {},
          );
          await audits.record(undefined, 'patchbay user create', `user_id=${account.id}`, '');
          return account;
        });
        console.log(
          options.json
            ? JSON.stringify(summary(created))
            : `Created ${created.username} (${created.id}) with the roles ${created.roles}.`,
        );
      },
    );

  user
    .command('list')
    .description('list accounts by username')
    .option('--inactive', 'list only deactivated accounts')
    .option('--json', 'print one JSON object per line')
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
      .description("change an account's password, unlock it, and revoke its sessions")
      .argument('<user>', USER_ARGUMENT),
  ).action(async (name: string, options: PasswordOptions, command: Command) => {
    const password = await readPassword(command, options);
    await change(name, 'password', ({users}, account) => users.setPassword(account, password));
    console.log(`The password of ${name} was changed, and all sessions were revoked.`);
  });

  user
    .command('activate')
    .description('activate an account')
    .argument('<user>', USER_ARGUMENT)
    .action(async (name: string) => {
      await change(name, 'activate', ({users}, account) => users.setActive(account, true));
      console.log(`${name} is active.`);
    });

  user
    .command('deactivate')
    .description('deactivate an account; its sessions are revoked and its tokens stop working')
    .argument('<user>', USER_ARGUMENT)
    .action(async (name: string) => {
      await change(name, 'deactivate', ({users}, account) => users.setActive(account, false));
      console.log(`${name} is deactivated.`);
    });

  user
    .command('convert')
    .description('convert an account to a bot; its sessions are revoked, and it can only use tokens')
    .argument('<user>', USER_ARGUMENT)
    .requiredOption('--bot', 'convert to a bot')
    .action(async (name: string) => {
      await change(name, 'convert', async ({bots}, account) => void (await bots.fromUser(account)));
      console.log(`${name} is a bot. To create a token for it, run: patchbay bot token ${name}`);
    });
}

/** Changes an account and records it in the audit log. */
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
