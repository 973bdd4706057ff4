import Type from 'typebox';
import {Id, line, longText, Millis} from '../../platform/http/wire.ts';

/** A compliance report in the API. Patchbay's own fields follow `emails` (docs/specification.md#compliance-reports). */
export const ComplianceReport = Type.Object({
  id: Id,
  create_at: Millis,
  user_id: Type.String(),
  status: Type.String({description: 'running, finished, failed, removed or canceled.'}),
  count: Type.Integer({description: 'Number of records; it grows while the report runs.'}),
  desc: Type.String(),
  type: Type.String(),
  start_at: Millis,
  end_at: Millis,
  keywords: Type.String(),
  emails: Type.String(),
  include_files: Type.Boolean(),
  job_id: Type.String({description: 'The job that makes the report, with its progress.'}),
  error: Type.String({description: 'Why a failed report failed.'}),
});

/**
 * Body of `POST /compliance/reports`. What the server assigns (`id`, `create_at`, `user_id`, `status`, `count`,
 * `type`) may be there and is ignored.
 */
export const NewComplianceReport = Type.Object({
  desc: Type.Optional(line('1 to 512 bytes.')),
  start_at: Type.Optional(Millis),
  end_at: Type.Optional(Millis),
  keywords: Type.Optional(longText('Any of these words; a phrase in double quotes is one.')),
  emails: Type.Optional(longText('Addresses of the authors; empty for everybody.')),
  include_files: Type.Optional(Type.Boolean({description: 'Put the files of the posts into the archive.'})),
});

/** What came of comparing a report's archive with its manifest, its signature and the database. */
export const ReportVerification = Type.Object({
  faults: Type.Array(Type.String(), {description: 'What is not as it should be; empty for a sound archive.'}),
  rows: Type.Integer({description: 'Posts in the archive.'}),
  manifest_sha256: Type.String(),
  entries: Type.Array(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer(),
      sha256: Type.String(),
      rows: Type.Optional(Type.Integer()),
    }),
    {description: 'What the manifest lists, without the files of posts.'},
  ),
  files: Type.Integer({description: 'Files of posts in the archive.'}),
  missing_files: Type.Integer({description: 'Files of posts that were gone when the report was made.'}),
  changed_files: Type.Integer({
    description: 'Files in the archive whose content was no longer what had been uploaded.',
  }),
});
