/** Types of files to filter by, each with the extensions it stands for: few enough for the filters of one search. */
const EXTENSIONS = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'heic', 'avif'],
  video: ['mp4', 'mov', 'webm', 'mkv', 'avi', 'm4v', 'ogv'],
  audio: ['mp3', 'm4a', 'ogg', 'wav', 'flac', 'aac', 'opus'],
  document: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'md'],
  spreadsheet: ['xls', 'xlsx', 'ods', 'csv', 'tsv', 'numbers'],
  presentation: ['ppt', 'pptx', 'odp', 'key'],
  archive: ['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'xz'],
} as const;

export type FileType = keyof typeof EXTENSIONS;

/** The type of a file by its extension; undefined for other files. */
export function typeOfFile({extension}: {extension: string}): FileType | undefined {
  const known = Object.entries(EXTENSIONS) as [FileType, readonly string[]][];
  return known.find(([, extensions]) => extensions.includes(extension.toLowerCase()))?.[0];
}

/** The search terms that find files of a type ([Search](../../../../docs/search.md)). */
export function termsOfType(type: FileType): string {
  return EXTENSIONS[type].map((extension) => `ext:${extension}`).join(' ');
}
