import {type Archive, type ArchiveEntry, openArchive} from '../formats/read-zip.ts';
import {type MarkupFormat, readMarkup} from './markup.ts';
import type {TextCollector} from './text-collector.ts';

const LIMITS = {maxEntries: 10_000, maxEntryBytes: 64 * 1024 * 1024};
/** The maximum size of all parts that are read, in bytes. */
const MAX_READ = 128 * 1024 * 1024;

const PARAGRAPHS: MarkupFormat = {
  xml: true,
  text: new Set(['t']),
  spaces: new Set(['tab', 'br', 'tc']),
  endsLine: (name) => name === 'p',
};
const CELLS: MarkupFormat = {
  xml: true,
  // The text of shared and inline strings, and values. A cell of type "s" has the number of a shared string.
  text: new Set(['t', 'v']),
  spaces: new Set(['c']),
  isSkipped: (name, {t}) => name === 'c' && t === 's',
  endsLine: (name) => name === 'si' || name === 'row',
};
const OPEN_DOCUMENT: MarkupFormat = {
  xml: true,
  text: new Set(['p', 'h']),
  spaces: new Set(['s', 'tab', 'line-break', 'table-cell']),
  endsLine: (name) => name === 'p' || name === 'h',
};

/** The parts of documents with text, in the order in which they are read. */
const PARTS: readonly {path: RegExp; format: MarkupFormat}[] = [
  {path: /^word\/document\d*\.xml$/, format: PARAGRAPHS},
  {path: /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/, format: PARAGRAPHS},
  {path: /^xl\/sharedStrings\.xml$/i, format: CELLS},
  {path: /^xl\/worksheets\/sheet\d+\.xml$/, format: CELLS},
  {path: /^ppt\/slides\/slide\d+\.xml$/, format: PARAGRAPHS},
  {path: /^ppt\/notesSlides\/notesSlide\d+\.xml$/, format: PARAGRAPHS},
  {path: /^content\.xml$/, format: OPEN_DOCUMENT},
];

/**
 * Adds the text of a Word, Excel, PowerPoint or OpenDocument file. Files inside it are not read.
 *
 * @throws UnsafeArchiveError for a zip bomb; Error if the file is damaged
 */
export async function readZippedDocument(file: string, collector: TextCollector): Promise<void> {
  const archive = await openArchive(file, LIMITS);
  try {
    let left = MAX_READ;
    for (const {path, format} of PARTS) {
      for (const entry of partsOf(archive, path)) {
        left -= entry.size;
        if (left < 0 || collector.isFull()) return;
        await readMarkup(await archive.read(entry), collector, format);
        collector.add('\n');
      }
    }
  } finally {
    await archive.close();
  }
}

/** The entries whose path matches, in the order of their numbers: slide 2 before slide 10. */
function partsOf(archive: Archive, path: RegExp): ArchiveEntry[] {
  const entries = [...archive.entries.values()].filter((entry) => path.test(entry.path));
  return entries.sort((a, b) => a.path.localeCompare(b.path, 'en', {numeric: true}));
}
