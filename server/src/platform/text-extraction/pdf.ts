import {readFile} from 'node:fs/promises';
import {getDocumentProxy} from 'unpdf';
import type {TextCollector} from './text-collector.ts';

const MAX_PAGES = 5_000;

/**
 * Adds the text of a PDF. Neither its scripts nor anything outside the file is loaded.
 *
 * @throws Error if the file is damaged or needs a password
 */
export async function readPdf(file: string, collector: TextCollector): Promise<void> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(file)), {
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: 1,
    verbosity: 0,
  });
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && !collector.isFull(); number++) {
      const page = await pdf.getPage(number);
      const {items} = await page.getTextContent();
      for (const item of items) {
        if (!('str' in item)) continue;
        collector.add(item.str);
        if (item.hasEOL) collector.add('\n');
      }
      collector.add('\n');
      page.cleanup();
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
}
