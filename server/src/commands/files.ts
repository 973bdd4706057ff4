import {type Command, InvalidArgumentError, Option} from 'commander';
import type {FileProblem} from '../messaging/files/files.ts';
import {byteSize} from '../platform/formats/byte-size/byte-size.ts';
import {formatCount} from '../platform/formats/format-count.ts';
import {CommandError} from './command-error.ts';
import {createProgressLine} from './progress-line.ts';
import {withFeatures} from './with-features.ts';

interface VerifyOptions {
  json?: boolean;
  quiet?: boolean;
}

const PLACES = ['local', 's3'] as const;
const DRIVERS = {local: 'local', s3: 'amazons3'} as const;
/** The stores that `files copy` copies. */
const COPIED = ['files', 'compliance', 'exports', 'imports'] as const;
const MAX_CONCURRENCY = 64;
/** The conventional exit code of an interrupted program. */
const INTERRUPTED = 130;

interface CopyCommandOptions extends VerifyOptions {
  from: (typeof PLACES)[number];
  to: (typeof PLACES)[number];
  concurrency: number;
  dryRun?: boolean;
}

export function addFileCommands(program: Command): void {
  const files = program.command('files').description('manage attached files');

  files
    .command('verify')
    .description('check the size and hash of every file')
    .option('--json', 'print one JSON object per line: the problems, then the totals')
    .option('--quiet', 'print only problems')
    .addHelpText(
      'after',
      '\nReports files that are missing, have changed, or do not belong to a message. The exit code is 1 if a file is\nmissing or has changed. If the database has no hash for a file, it is computed and stored.',
    )
    .action(verifyFiles);

  files
    .command('copy')
    .description('copy all files between the local directories and the S3 bucket')
    .addOption(new Option('--from <place>', 'where the files are').choices(PLACES).makeOptionMandatory())
    .addOption(new Option('--to <place>', 'where to copy them').choices(PLACES).makeOptionMandatory())
    .option('--concurrency <number>', 'files to copy at the same time', parseConcurrency, 8)
    .option('--dry-run', 'only print what would be copied')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print only errors')
    .addHelpText(
      'after',
      '\nCopies attached files, pictures, compliance reports, exports and import files, but not backups. Files that\n' +
        'already exist with the same size and SHA-256 are skipped, so you can interrupt the command and run it again.\n' +
        'The server can keep running. The settings define both the directories and the bucket, no matter which one the\n' +
        'server uses now. The exit code is 1 if files changed while they were copied.',
    )
    .action(copyStores);
}

async function copyStores({
  from,
  to,
  concurrency,
  dryRun = false,
  json,
  quiet,
}: CopyCommandOptions): Promise<void> {
  const {readAllSettings} = await import('./platform.ts');
  const {checkBucket} = await import('../platform/file-store/check-file-storage.ts');
  const {copyFiles} = await import('../platform/file-store/copy-files.ts');
  const {createFileStore} = await import('../platform/file-store/create-file-store.ts');
  const {describeLocation, storeLocations} = await import('../platform/file-store/store-locations.ts');
  const {dataLocations} = await import('../data-exchange/backup/backup.ts');
  if (from === to)
    throw new CommandError(`--from and --to are both ${from}. One must be local, the other s3.`);
  const config = await readAllSettings();
  const {FileSettings} = config.get();
  if (FileSettings.AmazonS3Bucket === '') {
    throw new CommandError(
      'FileSettings.AmazonS3Bucket is not set. Set it and the other AmazonS3 settings first.',
    );
  }
  const problem = await checkBucket(FileSettings);
  if (problem) throw new CommandError(problem.message);

  const source = storeLocations(config, DRIVERS[from]);
  const target = storeLocations(config, DRIVERS[to]);
  const totals = {files: 0, bytes: 0, copied: 0, copied_bytes: 0, present: 0, changed: [] as string[]};
  const started = performance.now();
  const progress = createProgressLine({unit: 'files'});
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) process.exit(INTERRUPTED);
    interruption.abort(new CommandError('Interrupted. Run the command again to continue.'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    for (const name of COPIED) {
      if (!quiet && !json) {
        progress.clear();
        console.log(`${describeLocation(source[name])} → ${describeLocation(target[name])}`);
      }
      const skipped = dataLocations(config).stores.find((store) => store.name === name)?.skipped ?? [];
      const before = totals.files;
      const report = await copyFiles({
        from: createFileStore(source[name]),
        to: createFileStore(target[name]),
        isSkipped: (path) => skipped.includes(path.split('/')[0]!),
        concurrency,
        dryRun,
        signal: interruption.signal,
        onProgress({files, share}) {
          if (!quiet && !json) progress.show({phase: name, done: before + files, share});
        },
      });
      totals.files += report.files;
      totals.bytes += report.bytes;
      totals.copied += report.copied;
      totals.copied_bytes += report.copiedBytes;
      totals.present += report.present;
      totals.changed.push(...report.changed);
    }
  } finally {
    progress.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
  const seconds = (performance.now() - started) / 1000;
  if (json) console.log(JSON.stringify({...totals, dry_run: dryRun, seconds}));
  else if (!quiet) {
    const verb = dryRun ? 'to copy' : 'copied';
    console.log(
      `${formatCount(totals.copied, 'file')} ${verb} (${byteSize(totals.copied_bytes)}), ${count(totals.present)} already there, in ${seconds.toFixed(2)} s`,
    );
  }
  if (totals.changed.length > 0) {
    throw new CommandError(
      `${formatCount(totals.changed.length, 'file')} changed while being copied, such as ${totals.changed[0]}. Run the command again.`,
    );
  }
}

function parseConcurrency(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > MAX_CONCURRENCY) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_CONCURRENCY}.`);
  }
  return number;
}

async function verifyFiles({json, quiet}: VerifyOptions): Promise<void> {
  const progress = createProgressLine({unit: 'files'});
  await withFeatures(async ({files}) => {
    try {
      const started = performance.now();
      const {missing, changed, ...rest} = await files.integrity.verify({
        onProblem(problem) {
          progress.clear();
          console.log(json ? JSON.stringify(problem) : describe(problem));
        },
        onProgress({files: done, share}) {
          if (!json && !quiet) progress.show({phase: '', done, share});
        },
      });
      progress.clear();
      const seconds = (performance.now() - started) / 1000;
      if (json) console.log(JSON.stringify({...rest, missing, changed, seconds}));
      else if (!quiet) console.log(summary({...rest, missing, changed}, seconds));
      if (missing + changed > 0) {
        throw new CommandError(
          `${count(missing)} missing and ${count(changed)} changed. Restore them from a backup.`,
        );
      }
    } finally {
      progress.clear();
    }
  });
}

function describe({kind, path, size, fileId, name, postId}: FileProblem): string {
  if (kind === 'orphaned') return `orphaned  ${path} (${count(size)} bytes): not attached to a message`;
  const post = postId === '' ? 'no message yet' : `message ${postId}`;
  return `${kind.padEnd(8)}  ${path}: "${name}", file ${fileId}, ${post}`;
}

function summary(
  totals: Record<'files' | 'bytes' | 'recorded' | 'missing' | 'changed' | 'orphaned', number>,
  seconds: number,
): string {
  const {files, bytes, recorded, missing, changed, orphaned} = totals;
  const rate = byteSize(Math.round(bytes / Math.max(seconds, 0.001)));
  return [
    `${formatCount(files, 'file')}, ${byteSize(bytes)} in ${seconds.toFixed(2)} s (${rate}/s)`,
    `${count(missing)} missing, ${count(changed)} changed, ${count(orphaned)} orphaned`,
    ...(recorded > 0 ? [`${count(recorded)} had no hash; it was stored`] : []),
  ].join('\n');
}

const count = (number: number) => number.toLocaleString('en');
