import type {FileInfo} from '@mattermost/types/files';
import {server} from '../../lib/server.ts';

/** Image formats that browsers show and that can't contain scripts. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif']);
const VIDEOS = new Set(['video/mp4', 'video/webm', 'video/ogg']);
const SOUNDS = new Set(['audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm', 'audio/mp4', 'audio/x-wav']);
const TEXTS = /^(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|x-sh|sql)\b)/;

export function isPicture(file: Pick<FileInfo, 'mime_type'>): boolean {
  return PICTURES.has(file.mime_type.split(';')[0]!);
}

/** How the page can show a file. */
export function mediaKind(
  file: Pick<FileInfo, 'mime_type'>,
): 'picture' | 'video' | 'sound' | 'pdf' | 'text' | 'none' {
  const type = file.mime_type.split(';')[0]!;
  if (PICTURES.has(type)) return 'picture';
  if (VIDEOS.has(type)) return 'video';
  if (SOUNDS.has(type)) return 'sound';
  if (type === 'application/pdf') return 'pdf';
  return TEXTS.test(type) ? 'text' : 'none';
}

/** The URL that the browser saves as a file instead of showing it. */
export function downloadUrl({id}: Pick<FileInfo, 'id'>): string {
  return `${server.getFileUrl(id, 0)}?download=1`;
}
