import {writeFile} from 'node:fs/promises';
import type {Command} from 'commander';
import {
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  openSource,
  reportAsJson,
  reportAsText,
} from '../data-exchange/bulk-import/bulk-import.ts';
import {createFeatures} from '../features.ts';
import {limitHeapGrowth} from '../platform/processes/heap-growth.ts';
import {connectPlatform} from './platform.ts';
import {createProgressLine} from './progress-line.ts';

/** What a shell expects of a program that was interrupted. */
const INTERRUPTED = 130;

interface BulkOptions extends ImportOptions {
  validate?: boolean;
  apply?: boolean;
  importPath?: string;
  report?: string;
  json?: boolean;
  quiet?: boolean;
}

/** The commands that import (docs/specification.md#command-line). */
export function addImportCommands(program: Command): void {
  program
    .command('import')
    .description('import data')
    .command('bulk')
    .description('check a file of JSON lines, or import it')
    .argument('<file>', 'JSON lines, the same in gzip, a zip bundle with files, or - for standard input')
    .option('--validate', 'check the file and write nothing (this is what happens without --apply)')
    .option('--apply', 'import the file')
    .option('--strict', 'make an error of everything that departs from the specification of the format')
    .option('--create-direct-channels', 'a direct post brings its channel along if there is none')
    .option('--allow-missing-files', 'files that are not there are warnings; import what names them without')
    .option('--import-path <directory>', 'where the paths of files in the file begin')
    .option('--report <file>', 'write the report as JSON to a file, too')
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'print nothing but what went wrong')
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
    // The second time the person means it.
    if (interruption.signal.aborted) process.exit(INTERRUPTED);
    console.error('Stopping behind the lines that are under way. Press Ctrl+C again to stop at once.');
    interruption.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    const {bulkImport} = await createFeatures(platform);
    limitHeapGrowth();
    const run = options.apply ? bulkImport.apply : bulkImport.validate;
    const report = await run(source, options, {onProgress, signal: interruption.signal});
    progress.clear();
    await deliver(report, options);
    process.exitCode = {done: 0, errors: 1, failed: 1, interrupted: INTERRUPTED}[report.ending];
  } finally {
    progress.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await source.close();
    await disconnect();
  }
}

async function deliver(report: ImportReport, options: BulkOptions): Promise<void> {
  const json = `${JSON.stringify(reportAsJson(report), null, 2)}\n`;
  if (options.report !== undefined) await writeFile(options.report, json);
  const text = options.json ? json.trimEnd() : reportAsText(report, options);
  if (text !== '') console.log(text);
}
