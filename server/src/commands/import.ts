import {writeFile} from 'node:fs/promises';
import {basename} from 'node:path';
import type {Command} from 'commander';
import {
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  lacksDirectChannels,
  openSource,
  reportAsJson,
  reportAsText,
} from '../data-exchange/bulk-import/bulk-import.ts';
import {createFeatures} from '../features.ts';
import {limitHeapGrowth} from '../platform/processes/heap-growth.ts';
import {connectPlatform} from './platform.ts';
import {createProgressLine} from './progress-line.ts';

/** The conventional exit code of an interrupted program. */
const INTERRUPTED = 130;

interface BulkOptions extends ImportOptions {
  validate?: boolean;
  apply?: boolean;
  importPath?: string;
  report?: string;
  json?: boolean;
  quiet?: boolean;
}

/** The import commands (docs/specification.md#command-line). */
export function addImportCommands(program: Command): void {
  program
    .command('import')
    .description('import data')
    .command('bulk')
    .description('validate or import a JSON Lines file')
    .argument('<file>', 'JSON Lines (optionally gzipped), a zip bundle with files, or - for standard input')
    .option('--validate', 'check the file without importing it (default unless you use --apply)')
    .option('--apply', 'import the file')
    .option('--strict', 'treat deviations from the specified format as errors')
    .option('--create-direct-channels', 'create missing direct channels for direct posts')
    .option('--allow-missing-files', 'treat missing files as warnings and import posts without them')
    .option('--import-path <directory>', 'base directory of attachment paths')
    .option('--report <file>', 'also write the report to a file, as JSON')
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'print only problems')
    .action((file: string, options: BulkOptions, command: Command) => {
      if (options.validate && options.apply) {
        command.error('error: choose one of --validate and --apply');
      }
      return importBulk(file, options);
    });
}

async function importBulk(file: string, options: BulkOptions): Promise<void> {
  const source = await openSource(file, {filesDirectory: options.importPath});
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  const progress = createProgressLine({unit: 'lines'});
  const onProgress = ({lines, share, phase}: ImportProgress) => {
    if (!options.quiet && !options.json) progress.show({done: lines, share, phase});
  };
  const interruption = new AbortController();
  const interrupt = () => {
    progress.clear();
    // The second Ctrl+C stops immediately.
    if (interruption.signal.aborted) process.exit(INTERRUPTED);
    console.error('Stopping after the current lines. Press Ctrl+C again to stop immediately.');
    interruption.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    const {audits, bulkImport} = await createFeatures(platform);
    limitHeapGrowth();
    // At the start, because an import that fails or is interrupted has changed data too.
    if (options.apply) {
      await audits.record(undefined, 'patchbay import bulk', `file=${basename(file)}`, '');
    }
    const run = options.apply ? bulkImport.apply : bulkImport.validate;
    const report = await run(source, options, {onProgress, signal: interruption.signal});
    progress.clear();
    await deliver(report, file, options);
    process.exitCode = {done: 0, errors: 1, failed: 1, interrupted: INTERRUPTED}[report.ending];
  } finally {
    progress.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await source.close();
    await disconnect();
  }
}

async function deliver(report: ImportReport, file: string, options: BulkOptions): Promise<void> {
  const json = `${JSON.stringify(reportAsJson(report), null, 2)}\n`;
  if (options.report !== undefined) await writeFile(options.report, json);
  const commandToCreateChannels = commandFor(file, {
    ...options,
    apply: options.apply || lacksDirectChannels(report) === 'only',
    createDirectChannels: true,
  });
  const text = options.json
    ? json.trimEnd()
    : reportAsText(report, {quiet: options.quiet, commandToCreateChannels});
  if (text !== '') console.log(text);
}

/** The shell command with these options. */
function commandFor(file: string, options: BulkOptions): string {
  const {apply, strict, createDirectChannels, allowMissingFiles, importPath, report, quiet} = options;
  return [
    'patchbay import bulk',
    quote(file),
    apply ? '--apply' : '--validate',
    ...(createDirectChannels ? ['--create-direct-channels'] : []),
    ...(strict ? ['--strict'] : []),
    ...(allowMissingFiles ? ['--allow-missing-files'] : []),
    ...(importPath === undefined ? [] : ['--import-path', quote(importPath)]),
    ...(report === undefined ? [] : ['--report', quote(report)]),
    ...(quiet ? ['--quiet'] : []),
  ].join(' ');
}

/** Quotes a word for a shell, if necessary. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
