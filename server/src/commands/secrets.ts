import type {Command} from 'commander';
import {formatCount} from '../platform/formats/format-count.ts';
import {createProgressLine} from './progress-line.ts';

/** Commands for the keys that encrypt secrets in the database. */
export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('manage the keys that seal secrets in the database');

  secrets
    .command('status')
    .description('show where the keys are, and how many secrets each one seals')
    .option('--json', 'print it as JSON')
    .action(async ({json}: {json?: boolean}) => {
      const {withPlatform} = await import('./platform.ts');
      const {countByKey} = await import('../platform/secrets/stored-secrets.ts');
      await withPlatform(async ({database, sealing}) => {
        const counts = await countByKey(database, sealing.columns);
        const keys = sealing.keys.keys().map(({id, createdAt}, index) => ({
          id,
          created_at: createdAt,
          current: index === 0,
          secrets: counts.get(id) ?? 0,
        }));
        if (json) return console.log(JSON.stringify({source: sealing.keys.source, keys}));
        console.log(`Keys in ${sealing.keys.source}:`);
        for (const {id, created_at, current, secrets} of keys) {
          const created = created_at ? `created ${created_at}, ` : '';
          console.log(
            `  ${id}  ${created}seals ${formatCount(secrets, 'secret')}${current ? ' (current)' : ''}`,
          );
        }
      });
    });

  secrets
    .command('rotate')
    .description(
      'seal all secrets with a new key; can run alongside the server and continues after an interruption',
    )
    .action(async () => {
      const {withPlatform} = await import('./platform.ts');
      const {rotateKeys} = await import('../platform/secrets/stored-secrets.ts');
      await withPlatform(async ({database, sealing}) => {
        const line = createProgressLine({unit: 'secrets'});
        const {key, resealed, removed} = await rotateKeys(database, sealing, (done, total) =>
          line.show({phase: 'Sealing', done, share: total === 0 ? 1 : done / total}),
        );
        line.clear();
        console.log(`The key ${key} seals all secrets. Secrets resealed: ${resealed}.`);
        if (removed.length > 0) console.log(`Removed from ${sealing.keys.source}: ${removed.join(', ')}`);
        if (sealing.keys.isFixed && resealed === 0) {
          console.log(
            `To rotate the keys, add a new key at the start of ${sealing.keys.source}, restart the servers, and run this command again.`,
          );
        }
      });
    });
}
