import {t} from '@lingui/core/macro';
import type {FileInfo} from '@mattermost/types/files';
import {server} from '../../lib/server.ts';

/** The beginning of a text file, at most `maxBytes`. */
export async function readFileText(file: FileInfo, maxBytes: number): Promise<string> {
  const answer = await fetch(server.getFileUrl(file.id, 0), {headers: {Range: `bytes=0-${maxBytes - 1}`}});
  // An empty file has no bytes to send.
  if (answer.status === 416) return '';
  const {status} = answer;
  if (!answer.ok) throw new Error(t`The server returned an error (HTTP ${status}).`);
  const bytes = new Uint8Array(await answer.arrayBuffer()).subarray(0, maxBytes);
  // The last bytes may be part of a character.
  return new TextDecoder().decode(bytes, {stream: bytes.length === maxBytes});
}

/** The language of the code, by its extension or by a file name such as `Makefile`. Empty for other text. */
export function detectLanguage({name, extension}: FileInfo): string {
  const language = (extension || name).toLowerCase();
  return language === 'txt' || language === 'log' ? '' : language;
}

/** What the text of a file is, by its extension. */
export function textFormat({extension}: FileInfo): 'table' | 'markdown' | 'code' {
  const kind = extension.toLowerCase();
  if (kind === 'csv' || kind === 'tsv') return 'table';
  return kind === 'md' || kind === 'markdown' ? 'markdown' : 'code';
}
