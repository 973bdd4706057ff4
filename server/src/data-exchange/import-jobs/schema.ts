import Type, {type Static} from 'typebox';
import {line, Millis} from '../../platform/http/wire.ts';

/** Body of `POST /imports`. */
export const NewImport = Type.Object({
  import_file: line('A file name from GET /imports.'),
  mode: Type.Optional(
    Type.Enum(['validate', 'apply'], {
      description: 'Whether to only validate the file, which is the default, or to import it.',
    }),
  ),
  strict: Type.Optional(Type.Boolean({description: 'Treat format deviations as errors.'})),
  create_direct_channels: Type.Optional(
    Type.Boolean({description: 'Create the channel of a direct post if it does not exist.'}),
  ),
  allow_missing_files: Type.Optional(
    Type.Boolean({
      description: 'Report missing and oversized files as warnings, and import the lines without them.',
    }),
  ),
});

/** A file in the import directory. */
export const ImportFile = Type.Object({
  name: Type.String(),
  size: Type.Integer({description: 'Bytes.'}),
  create_at: Millis,
});

export type ImportFile = Static<typeof ImportFile>;

/** The report of a run, as printed by `patchbay import bulk --json`. */
export const ImportReportBody = Type.Object({
  file: Type.String(),
  mode: Type.Enum(['validate', 'apply']),
  ending: Type.Enum(['done', 'errors', 'interrupted', 'failed']),
  problem: Type.Optional(Type.String({description: 'Why it failed.'})),
  generator: Type.Optional(
    Type.Object(
      {name: Type.String(), version: Type.String()},
      {description: 'The program that wrote the file, if its version line names it.'},
    ),
  ),
  lines: Type.Integer({description: 'Number of lines read.'}),
  lines_imported: Type.Optional(
    Type.Integer({description: 'Number of imported lines from the start of the file.'}),
  ),
  resumed_at_line: Type.Optional(
    Type.Integer({description: 'The line where it resumed after an interruption.'}),
  ),
  seconds: Type.Number(),
  errors: Type.Integer(),
  warnings: Type.Integer({description: 'Missing optional fields count once for each field.'}),
  objects: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
    description: 'Number of objects created, updated, unchanged and skipped, by kind.',
  }),
  findings: Type.Array(
    Type.Object({
      severity: Type.Enum(['error', 'warning']),
      rule: Type.String(),
      object: Type.String({description: 'Empty for the line as a whole.'}),
      field: Type.String(),
      demand: Type.String({description: 'What the rule requires.'}),
      hint: Type.Optional(Type.String({description: 'How to fix it.'})),
      count: Type.Integer(),
      examples: Type.Array(
        Type.Object({
          line: Type.Integer(),
          path: Type.String({description: 'The location in the line.'}),
          value: Type.Optional(Type.String({description: 'The value as JSON, shortened.'})),
        }),
        {description: 'The first findings.'},
      ),
    }),
  ),
  kinds_of_findings_left_out: Type.Integer(),
});

export type ImportReportBody = Static<typeof ImportReportBody>;
