import {t} from '@lingui/core/macro';
import {fileTitle} from '../../../data/imports/imports.ts';
import type {Job} from '../../../data/jobs/jobs.ts';

/** The title of a check or import, with the name of its file. */
export function runTitle({data}: Job): string {
  const file = fileTitle(data.import_file ?? '');
  return data.mode === 'validate' ? t`Check of ${file}` : t`Import of ${file}`;
}
