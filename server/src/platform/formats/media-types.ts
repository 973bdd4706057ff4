import {fileTypeFromBuffer} from 'file-type';

/** The number of bytes at the beginning of a file that {@link mediaTypeOf} needs. */
export const MEDIA_TYPE_SAMPLE_BYTES = 8192;

/** Types of text files by extension, because their contents look alike. */
const TEXT = new Map(
  Object.entries({
    css: 'text/css',
    csv: 'text/csv',
    htm: 'text/html',
    html: 'text/html',
    ics: 'text/calendar',
    js: 'text/javascript',
    json: 'application/json',
    md: 'text/markdown',
    mjs: 'text/javascript',
    rtf: 'application/rtf',
    svg: 'image/svg+xml',
    tsv: 'text/tab-separated-values',
    vcf: 'text/vcard',
    xhtml: 'application/xhtml+xml',
    xml: 'application/xml',
    yaml: 'application/yaml',
    yml: 'application/yaml',
  }),
);

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

const ZIPPED = new Map(
  Object.entries({
    apk: 'application/vnd.android.package-archive',
    docx: `${OPEN_XML}.wordprocessingml.document`,
    epub: 'application/epub+zip',
    jar: 'application/java-archive',
    odp: `${OPEN_DOCUMENT}.presentation`,
    ods: `${OPEN_DOCUMENT}.spreadsheet`,
    odt: `${OPEN_DOCUMENT}.text`,
    pptx: `${OPEN_XML}.presentationml.presentation`,
    xlsx: `${OPEN_XML}.spreadsheetml.sheet`,
  }),
);

const COMPOUND = new Map(
  Object.entries({
    doc: 'application/msword',
    msg: 'application/vnd.ms-outlook',
    ppt: 'application/vnd.ms-powerpoint',
    xls: 'application/vnd.ms-excel',
  }),
);

/** Sound alone, in a container that usually has a video too. */
const WEBM = new Map([['weba', 'audio/webm']]);
const MP4 = new Map([['m4a', 'audio/mp4']]);

/** Types of container files: by the container's type, and then by extension. */
const CONTAINERS = new Map([
  ['application/zip', ZIPPED],
  ['application/x-cfb', COMPOUND],
  ['application/xml', TEXT],
  ['video/webm', WEBM],
  ['video/mp4', MP4],
]);

/**
 * Determines the media type of a file from its first bytes. The extension (in lower case, without the dot) only
 * distinguishes types with the same kind of content, such as text or zip. It never turns other content into an image.
 */
export async function mediaTypeOf(head: Uint8Array, extension: string): Promise<string> {
  const detected = await fileTypeFromBuffer(head.subarray(0, MEDIA_TYPE_SAMPLE_BYTES));
  // Without parameters such as codecs.
  const found = detected?.mime.split(';')[0];
  if (found !== undefined) return CONTAINERS.get(found)?.get(extension) ?? found;
  if (isText(head)) return TEXT.get(extension) ?? 'text/plain';
  return 'application/octet-stream';
}

function isText(head: Uint8Array): boolean {
  try {
    // The sample may end within a character.
    const text = new TextDecoder('utf-8', {fatal: true}).decode(head, {stream: true});
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary content from text.
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}
