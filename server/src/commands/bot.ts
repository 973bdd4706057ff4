import type {Command} from 'commander';
import type {Features} from '../features.ts';
import type {BotRow} from '../integrations/bots/bots.ts';
import type {UserRow} from '../messaging/users/users.ts';
import {CommandError} from './command-error.ts';
import {parseDays} from './parse-days.ts';
import {withFeatures} from './with-features.ts';

const BOT_ARGUMENT = 'username or id of the bot';
const DAY = 24 * 60 * 60 * 1000;

export function addBotCommands(program: Command): void {
  const bot = program.command('bot').description('manage bots');

  bot
    .command('create')
    .description('create a bot')
    .requiredOption('--username <name>', '3 to 22 characters a–z, 0–9, ".", "-", "_", starting with a letter')
    .requiredOption('--owner <user>', 'username, email address or id of the owner')
    .option('--display-name <text>', 'display name')
    .option('--description <text>', 'description')
    .option('--json', 'print the bot as JSON')
    .action(
      async (options: {
        username: string;
        owner: string;
        displayName?: string;
        description?: string;
        json?: boolean;
      }) => {
        const created = await withFeatures(async ({users, bots, audits}) => {
          const owner = await users.byAnyName(options.owner);
          if (owner.isbot) throw new CommandError(`${options.owner} is a bot. Bots cannot own bots.`);
          const row = await bots.create(
            {
              username: options.username,
              display_name: options.displayName,
              description: options.description,
            },
            owner.id,
          );
          await audits.record(undefined, 'patchbay bot create', `user_id=${row.userid}`, '');
          return row;
        });
        console.log(
          options.json
            ? JSON.stringify(summary(created))
            : `Created the bot ${created.username} (${created.userid}). To create a token for it, run: patchbay bot token ${created.username}`,
        );
      },
    );

  bot
    .command('list')
    .description('list all bots, including disabled ones')
    .option('--json', 'print one JSON object per line')
    .action(async ({json}: {json?: boolean}) => {
      const rows = await withFeatures(({bots}) => bots.all());
      for (const row of rows) console.log(json ? JSON.stringify(summary(row)) : line(row));
    });

  for (const [word, enabled, what] of [
    ['enable', true, 'enable a bot and its tokens'],
    ['disable', false, 'disable a bot; its tokens stop working'],
  ] as const) {
    bot
      .command(word)
      .description(what)
      .argument('<bot>', BOT_ARGUMENT)
      .action(async (name: string) => {
        await withFeatures(async (features) => {
          const account = await botAccount(features, name);
          await features.bots.setEnabledByOperator(account.id, enabled);
          await features.audits.record(undefined, `patchbay bot ${word}`, `user_id=${account.id}`, '');
        });
        console.log(`${name} is ${word}d.`);
      });
  }

  bot
    .command('token')
    .description('create a token for a bot and print it to standard output; it is shown only once')
    .argument('<bot>', BOT_ARGUMENT)
    .option('--description <text>', 'description of the token', 'Default Token')
    .option('--expires <days>', 'days until the token expires (default: it never expires)', parseDays)
    .action(async (name: string, {description, expires}: {description: string; expires?: number}) => {
      const {row, secret} = await withFeatures(async (features) => {
        const account = await botAccount(features, name);
        const token = await features.accessTokens.create(account, {
          description,
          expiresAt: expires === undefined ? 0 : Date.now() + expires * DAY,
        });
        const info = `user_id=${account.id} token_id=${token.row.id}`;
        await features.audits.record(undefined, 'patchbay bot token', info, '');
        return token;
      });
      console.error(`Token ${row.id} for ${name}. It is not shown again:`);
      console.log(secret);
    });
}

async function botAccount({users}: Features, name: string): Promise<UserRow> {
  const account = await users.byAnyName(name);
  if (account.isbot) return account;
  throw new CommandError(
    `${name} is not a bot. To convert the account, run: patchbay user convert ${name} --bot`,
  );
}

function summary(row: BotRow) {
  return {
    user_id: row.userid,
    username: row.username,
    display_name: row.displayname,
    description: row.description,
    owner_id: row.ownerid,
    create_at: row.createat,
    delete_at: row.deleteat,
  };
}

function line(row: BotRow): string {
  const state = row.deleteat > 0 ? 'disabled' : 'enabled';
  return [row.username.padEnd(24), state.padEnd(8), row.userid, row.displayname].join('  ').trimEnd();
}
