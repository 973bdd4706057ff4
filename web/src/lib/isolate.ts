import {isolateIn} from '../../../server/src/platform/formats/directions/directions.ts';
import {isRightToLeft} from '../../../server/src/platform/languages/languages.ts';
import {language} from './language.ts';

/** Isolates a person's text within a text of the page (see `isolateIn`). Elements use `<bdi>` instead. */
export function isolate(text: string): string {
  return isolateIn(isRightToLeft(language()) ? 'rtl' : 'ltr', text);
}
