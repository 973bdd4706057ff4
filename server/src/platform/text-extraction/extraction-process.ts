import {createReadStream} from 'node:fs';
import {serveCalls} from '../processes/serve-calls.ts';
import {startWatchdog} from '../processes/watchdog.ts';
import type {DocumentKind} from './document-kind.ts';
import {HTML, readMarkup, XML} from './markup.ts';
import {readPdf} from './pdf.ts';
import {readPlainText} from './plain-text.ts';
import {createTextCollector, type TextCollector} from './text-collector.ts';
import {readZippedDocument} from './zipped-document.ts';

export interface ExtractionTask {
  /** The name of a local file. */
  file: string;
  kind: DocumentKind;
}

export interface ExtractionLimits {
  /** The length of the text, in UTF-16 units. */
  maxLength: number;
  /** The time for one document. */
  maxMillis: number;
  /** The memory of the process. */
  maxBytes: number;
}

const READERS: Record<DocumentKind, (file: string, collector: TextCollector) => Promise<void>> = {
  pdf: readPdf,
  zipped: readZippedDocument,
  html: (file, collector) => readMarkup(createReadStream(file), collector, HTML),
  xml: (file, collector) => readMarkup(createReadStream(file), collector, XML),
  text: readPlainText,
};

// Extracts the text of documents in its own process, which exits if a document takes too much time or memory.
serveCalls(({maxLength, maxMillis, maxBytes}: ExtractionLimits) => {
  const watchdog = startWatchdog({maxBytes});
  return {
    async run({file, kind}: ExtractionTask): Promise<string> {
      const collector = createTextCollector(maxLength);
      await watchdog.guard(maxMillis, () => READERS[kind](file, collector));
      return collector.text();
    },
    close: () => watchdog.end(),
  };
});
