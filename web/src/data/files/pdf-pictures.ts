import {runInWorker} from '../../lib/deadline-worker.ts';
import {server} from '../../lib/server.ts';
import type {PdfPictureRequest} from './pdf-picture-worker.ts';

/** The size of a picture in pixels: a preview on a screen with two pixels per CSS pixel. */
const SIZE = {width: 960, height: 448};

/** In milliseconds. A PDF that takes longer has no picture. */
const DEADLINE = 10_000;

const drawInWorker = runInWorker<PdfPictureRequest, string>(
  () => new Worker(new URL('./pdf-picture-worker.ts', import.meta.url), {type: 'module'}),
  DEADLINE,
);

/**
 * A picture of the top of a PDF's first page, as a data URL. Null if the PDF is damaged, needs a password or takes too
 * long, so that it has none.
 */
export async function drawFirstPage(fileId: string, signal: AbortSignal): Promise<string | null> {
  return (await drawInWorker({path: server.getFileUrl(fileId, 0), ...SIZE}, signal)) ?? null;
}
