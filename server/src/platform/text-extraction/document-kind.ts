/** How the text of a document is extracted. */
export type DocumentKind = 'pdf' | 'zipped' | 'html' | 'xml' | 'text';

const KINDS = new Map<string, DocumentKind>([
  ['application/pdf', 'pdf'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/xml', 'xml'],
  ['application/json', 'text'],
  ['application/yaml', 'text'],
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
    (name) => [`application/vnd.openxmlformats-officedocument.${name}`, 'zipped'] as const,
  ),
  ...['text', 'spreadsheet', 'presentation'].map(
    (name) => [`application/vnd.oasis.opendocument.${name}`, 'zipped'] as const,
  ),
]);

/** The kind of document with this media type; undefined if its text can't be extracted. */
export function documentKindOf(mediaType: string): DocumentKind | undefined {
  const type = mediaType.split(';')[0]!.trim();
  return KINDS.get(type) ?? (type.startsWith('text/') ? 'text' : undefined);
}
