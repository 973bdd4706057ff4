import type {Database} from '../../platform/database/database.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {
  type EntryList,
  type ManifestSigner,
  verifyArchive,
  writeArchive,
} from '../signed-archives/signed-archives.ts';
import {
  type DeletedPost,
  type RecordRow,
  selectBatches,
  selectRecord,
  selectRecords,
  storeRecord,
} from './deletion-store.ts';
import {recordMissing} from './errors.ts';

const BATCHES_AT_ONCE = 20;
const RECORD_FORMAT = 'patchbay-data-retention';

interface RecordManifest extends EntryList {
  job_id: string;
  server_id: string;
  created_at: number;
  posts: number;
  files: number;
}

/** Signed records of what each job deleted (docs/data-retention.md). */
export function createDeletionRecords({
  database,
  archives,
  signer,
  serverId,
}: {
  database: Database;
  /** The export directory. */
  archives: FileStore;
  signer: ManifestSigner;
  serverId: string;
}) {
  /** Writes the signed record of a job's deletions, unless there are none. */
  async function write(jobId: string): Promise<void> {
    const [first] = await selectBatches(database, jobId, 0, 1);
    if (!first) return;
    const path = `data-retention/${new Date(first.createat).toISOString().slice(0, 10)}-${jobId}.zip`;
    let posts = 0;
    let files = 0;
    async function* lines(): AsyncGenerator<Buffer> {
      for (let after = 0; ; ) {
        const batches = await selectBatches(database, jobId, after, BATCHES_AT_ONCE);
        for (const {number, createat, policyid, channelid, cutoff, ...deleted} of batches) {
          const common = {deleted_at: createat, policy_id: policyid, cutoff};
          posts += countDeleted(deleted.posts);
          files += deleted.files.length;
          for (const post of deleted.posts) {
            yield Buffer.from(
              `${JSON.stringify({kind: 'post', ...post, channel_id: channelid, ...common})}\n`,
            );
          }
          for (const file of deleted.files) {
            yield Buffer.from(`${JSON.stringify({kind: 'file', ...file, ...common})}\n`);
          }
          after = number;
        }
        if (batches.length < BATCHES_AT_ONCE) return;
      }
    }
    const place = {archives, signer, directorySetting: 'ExportSettings.Directory'};
    const {manifestSha256} = await writeArchive(path, place, async (zip): Promise<RecordManifest> => {
      const entry = await zip.add('deletions.jsonl', lines());
      return {
        format: RECORD_FORMAT,
        job_id: jobId,
        server_id: serverId,
        created_at: Date.now(),
        posts,
        files,
        entries: [entry],
      };
    });
    await database.transaction((tx) =>
      storeRecord(tx, {
        jobid: jobId,
        createat: Date.now(),
        posts,
        files,
        path,
        manifestsha256: manifestSha256,
      }),
    );
  }

  /** @throws AppError 404 */
  async function requireRecord(jobId: string): Promise<RecordRow> {
    const row = await selectRecord(database, jobId);
    if (!row || !(await archives.exists(row.path))) throw recordMissing(jobId);
    return row;
  }

  return {
    write,

    list: (page: {offset: number; limit: number}): Promise<RecordRow[]> => selectRecords(database, page),

    /**
     * The record of a job, whose file exists.
     *
     * @throws AppError 404
     */
    get: requireRecord,

    /**
     * Differences of a record's file from what was signed; empty if it is intact.
     *
     * @throws AppError 404
     */
    async verify(jobId: string): Promise<string[]> {
      const row = await requireRecord(jobId);
      const publicKey = await signer.publicKey();
      const {faults, manifestSha256} = await archives.withLocalFile(row.path, (file) =>
        verifyArchive<RecordManifest>(file, publicKey, RECORD_FORMAT),
      );
      if (faults.length === 0 && manifestSha256 !== row.manifestsha256) {
        return ['The file is a record of this server, but not of this job.'];
      }
      return faults;
    },
  };
}

/** The number of posts without their earlier versions. */
export function countDeleted(posts: readonly DeletedPost[]): number {
  return posts.filter(({original_id}) => original_id === '').length;
}
