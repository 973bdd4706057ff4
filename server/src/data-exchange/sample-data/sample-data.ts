import {createWriteStream} from 'node:fs';
import {open, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createGzip} from 'node:zlib';
import yazl from 'yazl';
import {type SampleOptions, sampleFiles, sampleLines} from './sample-lines.ts';

export {
  DEFAULT_SAMPLE,
  SAMPLE_PASSWORD,
  type SampleOptions,
  sampleFiles,
  sampleLines,
} from './sample-lines.ts';

// A zip stores a time for each entry. A fixed one makes the same sample produce the same file.
const ENTRY_TIME = new Date(Date.UTC(2024, 0, 1));
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes sample lines to a file: `.zip` is a bundle with files, `.gz` is gzip, anything else is plain lines. The file
 * gets its final name when it is complete. `-` is standard output. Returns the number of lines.
 */
export async function writeSample(
  file: string,
  options: Omit<SampleOptions, 'files'>,
  onProgress: (lines: number) => void = () => {},
): Promise<number> {
  const isBundle = file.endsWith('.zip');
  const all = {...options, files: isBundle};
  const tally = {lines: 0};
  const lines = Readable.from(serialize(all, tally, onProgress), {objectMode: false});
  if (file === '-') {
    await pipeline(lines, process.stdout, {end: false});
    return tally.lines;
  }
  const temporary = `${file}.part`;
  const target = createWriteStream(temporary);
  try {
    if (isBundle) {
      const zip = new yazl.ZipFile();
      zip.addReadStream(lines, 'import.jsonl', {mtime: ENTRY_TIME, compressionLevel: 6});
      for (const {path, content} of sampleFiles(all))
        zip.addBuffer(content, `data/${path}`, {mtime: ENTRY_TIME});
      zip.end();
      await pipeline(zip.outputStream, target);
    } else if (file.endsWith('.gz')) {
      await pipeline(lines, createGzip({level: 6}), target);
    } else {
      await pipeline(lines, target);
    }
    await syncToDisk(temporary);
    await rename(temporary, file);
    await syncToDisk(dirname(file));
  } catch (error) {
    await rm(temporary, {force: true});
    throw error;
  }
  return tally.lines;
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

function* serialize(
  options: SampleOptions,
  tally: {lines: number},
  onProgress: (lines: number) => void,
): Generator<string> {
  let text = '';
  for (const line of sampleLines(options)) {
    text += `${JSON.stringify(line)}\n`;
    tally.lines++;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
    onProgress(tally.lines);
  }
  yield text;
}
