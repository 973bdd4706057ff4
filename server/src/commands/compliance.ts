import {createWriteStream} from 'node:fs';
import {rm} from 'node:fs/promises';
import {pipeline} from 'node:stream/promises';
import {setTimeout as wait} from 'node:timers/promises';
import type {Command} from 'commander';
import type {BatchFilter} from '../data-exchange/compliance-exports/compliance-exports.ts';
import type {ReportRow} from '../data-exchange/compliance-reports/compliance-reports.ts';
import type {Features} from '../features.ts';
import {formatCount} from '../platform/formats/format-count.ts';
import {CommandError} from './command-error.ts';
import {createProgressLine} from './progress-line.ts';
import {withFeatures} from './with-features.ts';

const POLL_MS = 250;
const TIME = 'a time such as 2026-01-31 (in UTC), 2026-01-31T08:00:00+01:00, or milliseconds';

/** Compliance reports and exports (docs/specification.md#compliance-reports). */
export function addComplianceCommands(program: Command): void {
  const compliance = program
    .command('compliance')
    .description('create and verify compliance reports and exports');
  addReportCommands(
    compliance.command('report').description('create, download and verify reports of posts in a period'),
  );
  addExportCommands(compliance.command('export').description('run and verify exports to archiving systems'));
}

interface ReportOptions {
  from: string;
  to: string;
  desc: string;
  emails?: string;
  keywords?: string;
  files?: boolean;
  wait?: boolean;
  json?: boolean;
}

function addReportCommands(report: Command): void {
  report
    .command('create')
    .description('create a report; the server must be running')
    .requiredOption('--from <time>', `start of the time range: ${TIME}`)
    .requiredOption('--to <time>', 'end of the time range, exclusive')
    .requiredOption('--desc <text>', 'description, 1 to 512 bytes')
    .option('--emails <addresses>', 'only posts by these people')
    .option('--keywords <words>', 'only posts with any of these words; put phrases in double quotes')
    .option('--files', 'include attached files')
    .option('--wait', 'wait until the report is finished')
    .option('--json', 'print the report as JSON')
    .action(async (options: ReportOptions) => {
      const order = {
        desc: options.desc,
        start_at: parseTime(options.from, '--from'),
        end_at: parseTime(options.to, '--to'),
        emails: options.emails,
        keywords: options.keywords,
        include_files: options.files,
      };
      await withFeatures(async (features) => {
        let report = await features.complianceReports.create('', order);
        await features.audits.record(undefined, 'patchbay compliance report create', `id=${report.id}`, '');
        if (options.wait) {
          await waitForJob(features, report.jobid);
          report = await features.complianceReports.byId(report.id);
        }
        printReport(report, options.json);
        if (report.status === 'failed') throw new CommandError(`The report failed: ${report.error}`);
      });
    });

  report
    .command('list')
    .description('list the reports, newest first')
    .option('--json', 'print one JSON object per line')
    .action(async ({json}: {json?: boolean}) => {
      await withFeatures(async ({complianceReports}) => {
        const limit = 200;
        for (let offset = 0; ; offset += limit) {
          const page = await complianceReports.list({offset, limit});
          for (const row of page) printReport(row, json);
          if (page.length < limit) return;
        }
      });
    });

  report
    .command('show')
    .description('show a report')
    .argument('<id>', 'id of the report')
    .option('--json', 'print the report as JSON')
    .action(async (id: string, {json}: {json?: boolean}) => {
      await withFeatures(async ({complianceReports}) => printReport(await complianceReports.byId(id), json));
    });

  report
    .command('download')
    .description("download a finished report's archive")
    .argument('<id>', 'id of the report')
    .option('--out <file>', 'the file to create; adhoc-<id>.zip by default')
    .action(async (id: string, {out}: {out?: string}) => {
      await withFeatures(async ({complianceReports, complianceArchives, audits}) => {
        const name = await complianceReports.archiveOf(id);
        const target = out ?? name;
        await audits.record(undefined, 'patchbay compliance report download', `id=${id}`, '');
        await writeNewFile(target, await complianceArchives.read(name));
        console.log(`Wrote ${target}.`);
      });
    });

  report
    .command('verify')
    .description("check a report's archive against its manifest, its signature and the database")
    .argument('<id>', 'id of the report')
    .action(async (id: string) => {
      await withFeatures(async ({complianceReports}) => {
        const {faults, rows} = await complianceReports.verify(id);
        if (faults.length > 0) throw new CommandError(`The report ${id} is not valid: ${faults.join(' ')}`);
        console.log(
          `The report ${id} is valid: ${formatCount(rows, 'post')} ${rows === 1 ? 'matches' : 'match'} the signature and the database.`,
        );
      });
    });
}

function addExportCommands(exports: Command): void {
  exports
    .command('run')
    .description('run an export and wait for it; the server must be running')
    .option(
      '--from <time>',
      `start of the changes to export; by default, the end of the last export; ${TIME}`,
    )
    .option('--to <time>', 'end of the changes, exclusive; now by default')
    .option(
      '--format <format>',
      'actiance, csv, globalrelay, globalrelay-zip or jsonl; as in the settings by default',
    )
    .option('--json', 'print the job as JSON')
    .action(async (options: {from?: string; to?: string; format?: string; json?: boolean}) => {
      await withFeatures(async (features) => {
        const {id} = await features.complianceExports.create('', toBatchFilter(options));
        await features.audits.record(undefined, 'patchbay compliance export run', `job_id=${id}`, '');
        const {status, data} = await waitForJob(features, id);
        if (options.json) console.log(JSON.stringify({id, status, data}));
        else if (status !== 'error')
          console.log(
            `${id}  ${status}  ${formatCount(Number(data.messages_exported), 'post')}, ${formatCount(Number(data.job_batch_number), 'batch')}`,
          );
        if (status === 'error') throw new CommandError(`The export ${id} failed: ${data.error}`);
        if (status === 'canceled') throw new CommandError(`The export ${id} was canceled.`);
      });
    });

  addBatchOptions(exports.command('list'))
    .description('list the exported batches, oldest first')
    .option('--json', 'print one JSON object per line')
    .action(async ({json, ...options}: BatchFilterOptions & {json?: boolean}) => {
      const choice = toBatchFilter(options);
      await withFeatures(async ({complianceExports}) => {
        for (const row of await complianceExports.batches(undefined, choice)) {
          console.log(
            json
              ? JSON.stringify(row)
              : `${iso(row.createat)}  ${row.format.padEnd(15)}  ${String(row.messages).padStart(8)} posts  ${row.path}`,
          );
        }
      });
    });

  addBatchOptions(exports.command('verify'))
    .description('check the batches against their manifests, their signatures, and each other')
    .argument('[job]', 'id of an export; all exports by default')
    .action(async (job: string | undefined, options: BatchFilterOptions) => {
      const choice = toBatchFilter(options);
      await withFeatures(async ({complianceExports}) => {
        let count = 0;
        const problems: string[] = [];
        for await (const {path, faults} of complianceExports.verify(job, choice)) {
          count++;
          for (const problem of faults) problems.push(`${path}: ${problem}`);
        }
        if (problems.length > 0) throw new CommandError(`Some batches are not valid. ${problems.join(' ')}`);
        if (count === 0 && job !== undefined) {
          throw new CommandError(`There are no matching batches of the export ${job}.`);
        }
        console.log(`${formatCount(count, 'batch')} ${count === 1 ? 'is' : 'are'} valid.`);
      });
    });
}

interface BatchFilterOptions {
  from?: string;
  to?: string;
  format?: string;
}

function addBatchOptions(command: Command): Command {
  return command
    .option('--from <time>', `only batches with changes since this time: ${TIME}`)
    .option('--to <time>', 'only batches with changes before this time')
    .option('--format <format>', 'only batches in this format');
}

function toBatchFilter({from, to, format}: BatchFilterOptions): BatchFilter {
  return {
    from: from === undefined ? undefined : parseTime(from, '--from'),
    to: to === undefined ? undefined : parseTime(to, '--to'),
    format,
  };
}

/** Waits until a server has finished the job, because commands don't run jobs. */
async function waitForJob({jobs}: Features, id: string) {
  const progress = createProgressLine({unit: 'posts'});
  try {
    for (;;) {
      const job = await jobs.byId(id);
      if (!['pending', 'in_progress', 'cancel_requested'].includes(job.status)) return job;
      progress.show({
        phase: job.status === 'pending' ? 'waiting for a server' : '',
        done: Number(job.data.messages_exported ?? 0),
        share: job.progress / 100,
      });
      await wait(POLL_MS);
    }
  } finally {
    progress.clear();
  }
}

async function writeNewFile(target: string, content: NodeJS.ReadableStream): Promise<void> {
  const file = createWriteStream(target, {flags: 'wx', mode: 0o600});
  try {
    await pipeline(content, file);
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new CommandError(`${target} already exists. Choose another file with --out.`);
    await rm(target, {force: true});
    throw new CommandError(`Could not write ${target}: ${message}`);
  }
}

function parseTime(text: string, option: string): number {
  const time = /^\d{9,15}$/.test(text) ? Number(text) : parseDate(text);
  if (Number.isNaN(time)) throw new CommandError(`${option} "${text}" is not a valid time. Use ${TIME}.`);
  return time;
}

/** Parses a date, or a date and time with a time zone. Returns NaN for anything else. */
function parseDate(text: string): number {
  const found = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.exec(text);
  if (!found) return Number.NaN;
  const midnight = Date.parse(found[1]!);
  // Checked because Date.parse accepts February 30.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(found[1]!);
  return exists ? Date.parse(text) : Number.NaN;
}

const iso = (millis: number) => new Date(millis).toISOString();

function printReport(row: ReportRow, json: boolean | undefined): void {
  const window = `${iso(row.startat)} to ${iso(row.endat)}`;
  console.log(
    json
      ? JSON.stringify({
          id: row.id,
          create_at: row.createat,
          status: row.status,
          count: row.count,
          desc: row.desc,
          start_at: row.startat,
          end_at: row.endat,
          emails: row.emails,
          keywords: row.keywords,
          error: row.error,
        })
      : `${row.id}  ${row.status.padEnd(8)}  ${String(row.count).padStart(8)} posts  ${window}  ${row.desc}`,
  );
}
