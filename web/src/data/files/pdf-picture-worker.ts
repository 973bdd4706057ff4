import {PDFWorker} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import {respond} from '../../lib/deadline-worker.ts';
import {openPdf} from './open-pdf.ts';

/** Images with more pixels than this aren't drawn. */
const MAX_IMAGE = 16_000_000;

// TypeScript's types of pages don't have what only workers have.
declare class FileReaderSync {
  readAsDataURL(blob: Blob): string;
}

/** Creates the canvases that pdf.js needs. Its own ones need a document. */
class OffscreenCanvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return {canvas, context: canvas.getContext('2d')};
  }
  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', {alpha: false});
  }
  reset({canvas}: {canvas: OffscreenCanvas}, width: number, height: number) {
    canvas.width = width;
    canvas.height = height;
  }
  destroy({canvas}: {canvas: OffscreenCanvas}) {
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** No SVG filters, because they need a document. Rare colors are drawn without them. */
class NoFilters {
  addFilter() {
    return 'none';
  }
  addHCMFilter() {
    return 'none';
  }
  addAlphaFilter() {
    return 'none';
  }
  addLuminosityFilter() {
    return 'none';
  }
  addHighlightHCMFilter() {
    return 'none';
  }
  destroy() {}
}

/** A PDF by its path on the server, and the size of the picture in pixels. */
export interface PdfPictureRequest {
  path: string;
  width: number;
  height: number;
}

// pdf.js only starts its worker itself on a page. This one ends together with the worker that starts it.
const port = new Worker(workerUrl, {type: 'module'});
// The types of pdf.js only know the default of `port`.
const reader = new PDFWorker({port: port as unknown as null, verbosity: 0});

respond<PdfPictureRequest, void, string>(
  async () => {},
  async ({path, width, height}) => {
    const task = openPdf(path, {
      worker: reader,
      maxImageSize: MAX_IMAGE,
      CanvasFactory: OffscreenCanvases,
      FilterFactory: NoFilters,
      useWorkerFetch: true,
      // Glyphs are drawn as shapes, because a worker has no styles.
      disableFontFace: true,
    });
    try {
      const page = await (await task.promise).getPage(1);
      const canvas = new OffscreenCanvas(width, height);
      const viewport = page.getViewport({scale: width / page.getViewport({scale: 1}).width});
      // To print, pdf.js doesn't wait for frames of a window.
      await page.render({canvas: canvas as unknown as HTMLCanvasElement, viewport, intent: 'print'}).promise;
      return new FileReaderSync().readAsDataURL(await canvas.convertToBlob({type: 'image/webp'}));
    } finally {
      await task.destroy();
    }
  },
);
