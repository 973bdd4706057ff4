import type {FileInfo} from '@mattermost/types/files';
import {type FileType, typeOfFile} from '../../data/files/file-types.ts';
import {mediaKind} from '../../data/files/media.ts';
import type {IconName} from '../ui/icon.tsx';

const ICONS: Readonly<Record<FileType, IconName>> = {
  image: 'image',
  video: 'play',
  audio: 'microphone',
  document: 'document',
  spreadsheet: 'list',
  presentation: 'window',
  archive: 'archive',
};

/** The icon for the type of a file. */
export function fileIcon(file: FileInfo): IconName {
  const type = typeOfFile(file);
  if (type) return ICONS[type];
  return mediaKind(file) === 'text' ? 'code' : 'file';
}
