import type {Command} from 'commander';

/** Loads and registers each command. Loading all of them takes half a second, so only the requested one is loaded. */
export const commands: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  user: async () => (await import('./user.ts')).addUserCommands,
  token: async () => (await import('./token.ts')).addTokenCommands,
  bot: async () => (await import('./bot.ts')).addBotCommands,
  config: async () => (await import('./config.ts')).addConfigCommands,
  db: async () => (await import('./db.ts')).addDatabaseCommands,
  secrets: async () => (await import('./secrets.ts')).addSecretsCommands,
  files: async () => (await import('./files.ts')).addFileCommands,
  import: async () => (await import('./import.ts')).addImportCommands,
  compliance: async () => (await import('./compliance.ts')).addComplianceCommands,
  export: async () => (await import('./export.ts')).addExportCommands,
  backup: async () => (await import('./backup.ts')).addBackupCommands,
  sampledata: async () => (await import('./sampledata.ts')).addSampleDataCommand,
  version: async () => (await import('./version.ts')).addVersionCommand,
};
