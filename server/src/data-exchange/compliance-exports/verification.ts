import type {Jobs} from '../../messaging/jobs/jobs.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {type ManifestSigner, verifyArchive} from '../signed-archives/signed-archives.ts';
import {type ExportRow, selectExports} from './store.ts';
import type {ExportManifest} from './write-batch.ts';

/** The result of verifying a batch; `faults` is empty for an intact one. */
export interface VerifiedBatch {
  /** The path in the export directory. */
  path: string;
  messages: number;
  faults: string[];
}

/** Selects batches by time, in milliseconds, and format. Absent fields match everything. */
export interface BatchFilter {
  from?: number;
  to?: number;
  format?: string;
}

/** Whether a batch overlaps the time range and has the format. */
export function matchesFilter({startat, untilat, format}: ExportRow, filter: BatchFilter): boolean {
  const {from = 0, to = Number.POSITIVE_INFINITY} = filter;
  return untilat >= from && startat < to && format === (filter.format ?? format);
}

/** Creates the function that verifies exports. */
export function createVerification({
  database,
  jobs,
  archives,
  signer,
}: {
  database: Database;
  jobs: Jobs;
  archives: FileStore;
  signer: ManifestSigner;
}) {
  async function findFaults(
    row: ExportRow,
    before: ExportRow | undefined,
    publicKey: string,
  ): Promise<string[]> {
    if (!(await archives.exists(row.path))) return ['The file is no longer in the export directory.'];
    const {manifest, manifestSha256, faults} = await archives.withLocalFile(row.path, (file) =>
      verifyArchive<ExportManifest>(file, publicKey, 'patchbay-compliance-export'),
    );
    if (!manifest) return faults;
    if (manifestSha256 !== row.manifestsha256) {
      faults.push('The manifest differs from the one that the export wrote.');
    }
    if (manifest.posts.count !== row.messages) {
      faults.push(`The manifest lists ${manifest.posts.count} posts, but the database has ${row.messages}.`);
    }
    if (before && manifest.previous?.manifest_sha256 !== before.manifestsha256) {
      faults.push(`The previous batch is not ${before.path}: a batch is missing or was replaced.`);
    }
    if (!before && manifest.previous) {
      faults.push(`The database no longer has the previous batch, ${manifest.previous.path}.`);
    }
    if (before && (row.startat !== before.endat || row.startid !== before.endid)) {
      faults.push(`It does not start where ${before.path} ends.`);
    }
    return faults;
  }

  /**
   * Compares batches in the export directory with their manifests and the database, and scheduled batches also with
   * the previous one in the chain. With all batches of one job, it also checks their number.
   */
  return async function* verify(jobId?: string, filter: BatchFilter = {}): AsyncGenerator<VerifiedBatch> {
    const publicKey = await signer.publicKey();
    let last: ExportRow | undefined;
    let known = 0;
    for (const row of await selectExports(database)) {
      const before = last;
      if (row.scheduled) last = row;
      if ((jobId !== undefined && row.jobid !== jobId) || !matchesFilter(row, filter)) continue;
      known++;
      const faults = await findFaults(row, row.scheduled ? before : undefined, publicKey);
      yield {path: row.path, messages: row.messages, faults};
    }
    if (jobId === undefined || Object.values(filter).some((value) => value !== undefined)) return;
    // Jobs are deleted before their batches are.
    const job = await jobs.byId(jobId).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
    const written = Number(job?.data.job_batch_number ?? 0);
    if (job && known < written) {
      const faults = [`The export wrote ${written} batches, but only ${known} are left.`];
      yield {path: `${job.data.export_dir}-${jobId}`, messages: 0, faults};
    }
  };
}
