import Type, {type Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import {isMailOn} from '../../platform/config/is-mail-on.ts';
import type {Database} from '../../platform/database/database.ts';
import {selectSetupFacts} from './store.ts';

/** Which steps to set up the server are done (docs/administration.md#set-up-the-server). */
export const Setup = Type.Object({
  site_url: Type.Boolean({description: 'Whether the public URL is set.'}),
  email: Type.Boolean({description: 'Whether the server can send emails.'}),
  people: Type.Boolean({description: 'Whether there are several active accounts, without bots.'}),
  import_or_integration: Type.Boolean({
    description: 'Whether an import has finished, or there is a webhook, slash command or bot.',
  }),
  backups: Type.Boolean({description: 'Whether daily backups are on.'}),
});

/** Reads which steps are done. */
export async function examineSetup({
  config,
  database,
}: {
  config: Config;
  database: Database;
}): Promise<Static<typeof Setup>> {
  const settings = config.get();
  const {hasPeople, hasImportOrIntegration} = await selectSetupFacts(database);
  return {
    site_url: settings.ServiceSettings.SiteURL !== '',
    email: isMailOn(settings),
    people: hasPeople,
    import_or_integration: hasImportOrIntegration,
    backups: settings.BackupSettings.Enable,
  };
}
