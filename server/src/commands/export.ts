import type {Command} from 'commander';
import {createFeatures} from '../features.ts';
import {formatCount} from '../platform/formats/format-count.ts';
import {limitHeapGrowth} from '../platform/processes/heap-growth.ts';
import {connectPlatform} from './platform.ts';
import {createProgressLine} from './progress-line.ts';

interface BulkOptions {
  json?: boolean;
  quiet?: boolean;
}

export function addExportCommands(program: Command): void {
  program
    .command('export')
    .description('export data')
    .command('bulk')
    .description('export everything to a file that can be imported')
    .argument(
      '<file>',
      'name.zip for a bundle with files, name.jsonl, name.jsonl.gz, or - for standard output',
    )
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print only errors')
    .action(exportBulk);
}

async function exportBulk(file: string, options: BulkOptions): Promise<void> {
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  const progress = createProgressLine({unit: 'lines'});
  try {
    const {bulkExport} = await createFeatures(platform);
    limitHeapGrowth();
    const started = performance.now();
    const {lines, files, missing, changed} = await bulkExport.write(file, ({lines: done, share}) => {
      if (!options.quiet && !options.json) progress.show({phase: '', done, share});
    });
    const seconds = (performance.now() - started) / 1000;
    progress.clear();
    for (const path of missing)
      console.error(`patchbay: ${path} is missing from the file store, so it is not in the export.`);
    for (const path of changed)
      console.error(
        `patchbay: ${path} has changed since it was uploaded. The export contains the changed file.`,
      );
    if (options.json && file !== '-')
      console.log(JSON.stringify({file, lines, files, missing, changed, seconds}));
    else if (!options.quiet && file !== '-') console.log(summary(file, lines, files, seconds));
  } finally {
    progress.clear();
    await disconnect();
  }
}

function summary(file: string, lines: Record<string, number>, files: number, seconds: number): string {
  const counts = Object.entries(lines).map(
    ([type, count]) => `  ${type.padEnd(16)}${count.toLocaleString('en')}`,
  );
  const total = Object.values(lines).reduce((sum, count) => sum + count, 0);
  const rate = Math.round(total / Math.max(seconds, 0.001)).toLocaleString('en');
  return [
    `${file}: ${formatCount(total, 'line')} in ${seconds.toFixed(2)} s (${rate} lines/s)`,
    ...counts,
    ...(file.endsWith('.zip') ? [`  files           ${files.toLocaleString('en')}`] : []),
    '',
    'The format does not support passwords, archived teams, deleted posts, the edit history of posts, and memberships of',
    `bots, so they were not exported.${file.endsWith('.zip') ? '' : ' To export files, create a bundle (name.zip).'}`,
  ].join('\n');
}
