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
  job_id: Type.String({description: 'The job that creates the report. It has the progress.'}),
  error: Type.String({description: 'Why the report failed.'}),
});

/**
 * Body of `POST /compliance/reports`. Fields that the server assigns (`id`, `create_at`, `user_id`, `status`, `count`,
 * `type`) are accepted and ignored.
 */
export const NewComplianceReport = Type.Object({
  desc: Type.Optional(line('1 to 512 bytes.')),
  start_at: Type.Optional(Millis),
  end_at: Type.Optional(Millis),
  keywords: Type.Optional(
    longText('Matches any of these words. A phrase in double quotes counts as one word.'),
  ),
  emails: Type.Optional(longText('Addresses of the authors; empty for all authors.')),
  include_files: Type.Optional(Type.Boolean({description: 'Include the files of the posts in the archive.'})),
});

/** The result of comparing a report's archive with its manifest, its signature and the database. */
export const ReportVerification = Type.Object({
  faults: Type.Array(Type.String(), {description: 'Problems found; empty if the archive is intact.'}),
  rows: Type.Integer({description: 'Posts in the archive.'}),
  manifest_sha256: Type.String(),
  entries: Type.Array(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer(),
      sha256: Type.String(),
      rows: Type.Optional(Type.Integer()),
    }),
    {description: 'The entries in the manifest, without attachments.'},
  ),
  files: Type.Integer({description: 'Files of posts in the archive.'}),
  missing_files: Type.Integer({description: 'Files of posts that were missing when the report was created.'}),
  changed_files: Type.Integer({
    description: 'Files in the archive whose content changed since their upload.',
  }),
});
