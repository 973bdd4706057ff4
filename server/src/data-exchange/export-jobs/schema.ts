import Type, {type Static} from 'typebox';
import {line, Millis} from '../../platform/http/wire.ts';

/** The name of an export's file in a path. */
export const ExportName = line('A file name from GET /exports.');

/** An export in the export directory. */
export const ExportFile = Type.Object({
  name: Type.String(),
  size: Type.Integer({description: 'Bytes.'}),
  create_at: Millis,
});

export type ExportFile = Static<typeof ExportFile>;
