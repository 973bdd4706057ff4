import {createWriteStream} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {deflateSync} from 'node:zlib';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {ZipFile} from 'yazl';
import {pdf} from '../../../../test/support/pdf.ts';
import {quiet} from '../../../../test/support/quiet.ts';
import type {DocumentKind} from './document-kind.ts';
import {documentKindOf} from './document-kind.ts';
import type {ExtractionLimits} from './extraction-process.ts';
import {createTextExtractor, EXTRACTION_LIMITS, type TextExtractor} from './text-extraction.ts';

const MB = 1024 * 1024;

let directory: string;
let shared: TextExtractor;
const others: TextExtractor[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-text-'));
  shared = createTextExtractor(quiet);
});
afterEach(async () => {
  for (const extractor of others.splice(0)) await extractor.end();
});
afterAll(async () => {
  await shared.end();
  await rm(directory, {recursive: true});
});

function withLimits(limits: Partial<ExtractionLimits>): TextExtractor {
  const extractor = createTextExtractor(quiet, {...EXTRACTION_LIMITS, ...limits});
  others.push(extractor);
  return extractor;
}

async function extract(content: string | Buffer, kind: DocumentKind, extractor = shared): Promise<string> {
  const file = join(directory, 'document');
  await writeFile(file, content);
  return extractor.extract(file, kind, new AbortController().signal);
}

/** Parts can be streams, so that large ones need no memory. */
async function zipped(parts: Record<string, string | Readable>, extractor = shared): Promise<string> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') zip.addBuffer(Buffer.from(part), name);
    else zip.addReadStream(part, name);
  }
  zip.end();
  const file = join(directory, 'document.zip');
  await pipeline(zip.outputStream, createWriteStream(file));
  return extractor.extract(file, 'zipped', new AbortController().signal);
}

function stream(dictionary: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

function onePage(content: Buffer): Buffer {
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    content,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

describe('text is read from', () => {
  test('PDF', async () => {
    const content = stream(
      '',
      Buffer.from('BT /F1 12 Tf 72 700 Td (Annual report) Tj 0 -20 Td (for 2026) Tj ET'),
    );
    expect(await extract(onePage(content), 'pdf')).toBe('Annual report\nfor 2026');
  });

  test('Word', async () => {
    const text = await zipped({
      'word/document.xml':
        '<?xml version="1.0"?><w:document xmlns:w="x"><w:body><w:p><w:r><w:t>Dear Ms. </w:t></w:r><w:r><w:t>M&#252;ller &amp; Co</w:t></w:r></w:p><w:p><w:r><w:instrText>PAGE</w:instrText><w:t>Second</w:t><w:tab/><w:t>line</w:t></w:r></w:p></w:body></w:document>',
      'word/footer1.xml': '<w:ftr><w:p><w:t>Page footer</w:t></w:p></w:ftr>',
      'word/styles.xml': '<w:styles><w:p><w:t>not text</w:t></w:p></w:styles>',
    });
    expect(text).toBe('Dear Ms. Müller & Co\nSecond line\nPage footer');
  });

  test('Excel', async () => {
    const text = await zipped({
      'xl/sharedStrings.xml':
        '<sst><si><t>Revenue</t></si><si><r><t>Two </t></r><r><t>parts</t></r></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>4711</v></c><c t="inlineStr"><is><t>inline</t></is></c></row></sheetData></worksheet>',
    });
    expect(text).toBe('Revenue\nTwo parts\n4711 inline');
  });

  test('PowerPoint, with the slides in their order', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const text = await zipped({
      'ppt/slides/slide10.xml': slide('ten'),
      'ppt/slides/slide2.xml': slide('two'),
      'ppt/notesSlides/notesSlide1.xml': slide('notes'),
    });
    expect(text).toBe('two\nten\nnotes');
  });

  test('OpenDocument', async () => {
    const text = await zipped({
      'content.xml':
        '<office:document-content><office:automatic-styles><style:x>no</style:x></office:automatic-styles><office:body><text:h>Title</text:h><text:p>One<text:s/><text:span>two</text:span></text:p></office:body></office:document-content>',
    });
    expect(text).toBe('Title\nOne two');
  });

  test('HTML, without scripts and styles', async () => {
    const html =
      '<title>Page</title><style>p{}</style><p>One <b>tw</b>o<script>let three</script><p>four<br>five&nbsp;&copy;';
    expect(await extract(html, 'html')).toBe('Page\nOne two\nfour\nfive ©');
  });

  test('text in several encodings', async () => {
    expect(await extract('Grüße', 'text')).toBe('Grüße');
    expect(await extract(Buffer.from('Grüße', 'latin1'), 'text')).toBe('Grüße');
    expect(await extract(Buffer.from('\ufeffGrüße', 'utf16le'), 'text')).toBe('Grüße');
  });
});

test.each([
  ['application/pdf', 'pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'zipped'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'zipped'],
  ['text/html; charset=utf-8', 'html'],
  ['text/markdown', 'text'],
  ['image/png', undefined],
  ['application/zip', undefined],
])('%s is read as %s', (type, kind) => {
  expect(documentKindOf(type)).toBe(kind);
});

describe('malicious documents', () => {
  const paragraph = '<w:p><w:t>word </w:t></w:p>';

  function* repeated(piece: string, bytes: number): Generator<Buffer> {
    const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    for (let written = 0; written < bytes; written += block.length) yield block;
  }

  test('a zip bomb is rejected without unpacking it', async () => {
    const bomb = Readable.from(repeated('\0', 60 * MB));
    await expect(zipped({'word/document.xml': bomb})).rejects.toThrow(/grows \d+ times/);
  });

  test('a long document is read up to the limit', async () => {
    const long = Readable.from(repeated(paragraph, 10 * MB));
    const text = await zipped({'word/document.xml': long}, withLimits({maxLength: 1000}));
    expect(text).toMatch(/^(word\n)+word$/);
    expect(text.length).toBeLessThanOrEqual(1000);
  });

  test('entities of a document are not expanded, and its external ones are not read', async () => {
    const laughs = Array.from({length: 9}, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    );
    const xml = `<!DOCTYPE d [<!ENTITY l0 "lol">${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
    const text = await zipped({'word/document.xml': `${xml}<w:p><w:t>&l9;&file;</w:t></w:p>`});
    expect(text).toBe('&l9;&file;');
  });

  test('nesting has a limit', async () => {
    const deep = `<p>start ${'<div>'.repeat(1_000_000)}end`;
    expect(await extract(deep, 'html')).toBe('start');
  });

  test('a PDF that grows in memory ends the process, and the next document is read by another', async () => {
    const extractor = withLimits({maxBytes: 200 * MB});
    const bomb = stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(400 * MB, '(x) Tj ')));
    await expect(extract(onePage(bomb), 'pdf', extractor)).rejects.toThrow('exited (SIGKILL)');
    expect(await extract('fine', 'text', extractor)).toBe('fine');
  });

  test('a document that takes too long ends the process', async () => {
    const long = '<p>word '.repeat(2_000_000);
    const file = extract(long, 'html', withLimits({maxMillis: 1, maxLength: 100 * MB}));
    await expect(file).rejects.toThrow('exited (SIGKILL)');
  });

  test('a PDF whose pages refer to each other ends with an error or little text', async () => {
    const loop = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>',
    ]);
    const result = await extract(loop, 'pdf', withLimits({maxMillis: 5_000})).catch(
      (error: Error) => error.message,
    );
    expect(result.length).toBeLessThan(500);
  });

  test.each<DocumentKind>(['pdf', 'zipped'])('a damaged file is an error: %s', async (kind) => {
    await expect(extract('not such a file', kind)).rejects.toThrow();
    expect(await extract('fine', 'text')).toBe('fine');
  });
});
