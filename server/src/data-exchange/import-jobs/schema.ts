import Type, {type Static} from 'typebox';
import {line, Millis} from '../../platform/http/wire.ts';

/** Body of `POST /imports`. */
export const NewImport = Type.Object({
  import_file: line('A name that GET /imports lists.'),
  mode: Type.Optional(
    Type.Enum(['validate', 'apply'], {
      description: 'Only check the file, which is the default, or import it.',
    }),
  ),
  strict: Type.Optional(
    Type.Boolean({description: 'Whatever departs from the specification of the format is an error.'}),
  ),
  create_direct_channels: Type.Optional(
    Type.Boolean({description: 'A direct post brings its channel along if there is none.'}),
  ),
  allow_missing_files: Type.Optional(
    Type.Boolean({
      description: 'Files that are not there are warnings; what names them is imported without.',
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

/** The report of a run, as `patchbay import bulk --json` prints it. */
export const ImportReportBody = Type.Object({
  file: Type.String(),
  mode: Type.Enum(['validate', 'apply']),
  ending: Type.Enum(['done', 'errors', 'interrupted', 'failed']),
  problem: Type.Optional(Type.String({description: 'Why it failed.'})),
  lines: Type.Integer({description: 'Lines of the file that were read.'}),
  lines_imported: Type.Optional(Type.Integer({description: 'Lines from the beginning that are in.'})),
  resumed_at_line: Type.Optional(Type.Integer({description: 'Where it went on after an interruption.'})),
  seconds: Type.Number(),
  errors: Type.Integer(),
  warnings: Type.Integer(),
  objects: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
    description: 'By kind of object: how many were created, updated, unchanged, skipped.',
  }),
  findings: Type.Array(
    Type.Object({
      severity: Type.Enum(['error', 'warning']),
      rule: Type.String(),
      object: Type.String({description: 'Empty for the line as a whole.'}),
      field: Type.String(),
      demand: Type.String({description: 'What the rule demands.'}),
      hint: Type.Optional(Type.String({description: 'What to do about it.'})),
      count: Type.Integer(),
      examples: Type.Array(
        Type.Object({
          line: Type.Integer(),
          path: Type.String({description: 'Where in the line.'}),
          value: Type.Optional(Type.String({description: 'The value as JSON, shortened.'})),
        }),
        {description: 'The first of them.'},
      ),
    }),
  ),
  kinds_of_findings_left_out: Type.Integer(),
});

export type ImportReportBody = Static<typeof ImportReportBody>;
