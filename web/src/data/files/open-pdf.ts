import assets from 'virtual:pdf-assets';
import {GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

const absolute = (path: string) => new URL(path, location.origin);

/**
 * Starts to open the PDF at a path of the server. Its parts are loaded when they are needed, and `destroy` ends that.
 * Also works in a worker.
 *
 * @param options more settings of pdf.js
 */
export function openPdf(path: string, options: Parameters<typeof getDocument>[0]): PDFDocumentLoadingTask {
  return getDocument({
    url: absolute(path),
    cMapUrl: absolute(`${assets}cmaps/`).href,
    standardFontDataUrl: absolute(`${assets}standard_fonts/`).href,
    wasmUrl: absolute(`${assets}wasm/`).href,
    // The Content-Security-Policy doesn't allow WebAssembly.
    useWasm: false,
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    verbosity: 0,
    ...options,
  });
}
