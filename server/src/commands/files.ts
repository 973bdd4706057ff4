import type {Command} from 'commander';
import type {FileProblem} from '../messaging/files/files.ts';
import {CommandError} from './command-error.ts';
import {createProgressLine} from './progress-line.ts';
import {withFeatures} from './with-features.ts';

interface VerifyOptions {
  json?: boolean;
  quiet?: boolean;
}

export function addFileCommands(program: Command): void {
  program
    .command('files')
    .description('manage attached files')
    .command('verify')
    .description('check every file against its original size and hash')
    .option('--json', 'print one JSON object per line: the problems, then the totals')
    .option('--quiet', 'print only problems')
    .addHelpText(
      'after',
      '\nReports files that are missing, were changed, or do not belong to a message. The exit code is 1 if any file is\nmissing or was changed. Files without a stored hash get one.',
    )
    .action(verifyFiles);
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
  const rate = Math.round(bytes / 1e6 / Math.max(seconds, 0.001));
  return [
    `${count(files)} files, ${count(Math.round(bytes / 1e6))} MB in ${seconds.toFixed(2)} s (${count(rate)} MB/s)`,
    `${count(missing)} missing, ${count(changed)} changed, ${count(orphaned)} orphaned`,
    ...(recorded > 0 ? [`${count(recorded)} had no hash; it was stored`] : []),
  ].join('\n');
}

const count = (number: number) => number.toLocaleString('en');
