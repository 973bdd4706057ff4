import type {Command} from 'commander';
import {parseDays} from './parse-days.ts';
import {withFeatures} from './with-features.ts';

const DAY = 24 * 60 * 60 * 1000;

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('manage personal access tokens');

  token
    .command('create')
    .description('create a token for an account and print it to standard output; it is shown only once')
    .argument('<user>', 'username, email address or id')
    .requiredOption('--description <text>', 'description of the token')
    .option('--expires <days>', 'days until the token expires (default: it never expires)', parseDays)
    .option('--json', 'print the token and its details as JSON')
    .action(async (name: string, options: {description: string; expires?: number; json?: boolean}) => {
      const {row, secret, username} = await withFeatures(async ({users, accessTokens, audits}) => {
        const account = await users.byAnyName(name);
        const token = await accessTokens.create(account, {
          description: options.description,
          expiresAt: options.expires === undefined ? 0 : Date.now() + options.expires * DAY,
        });
        const info = `user_id=${account.id} token_id=${token.row.id}`;
        await audits.record(undefined, 'patchbay token create', info, '');
        return {...token, username: account.username};
      });
      if (options.json) {
        console.log(
          JSON.stringify({
            id: row.id,
            token: secret,
            user_id: row.userid,
            description: row.description,
            expires_at: row.expiresat,
          }),
        );
      } else {
        console.error(`Token ${row.id} for ${username}. It is not shown again:`);
        console.log(secret);
      }
    });
}
