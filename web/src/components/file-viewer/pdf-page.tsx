import {t} from '@lingui/core/macro';
import {type PDFDocumentProxy, type PDFPageProxy, TextLayer} from 'pdfjs-dist/legacy/build/pdf.mjs';
import {type CSSProperties, useEffect, useRef, useState} from 'react';
import {count} from '../../lib/numbers.ts';
import styles from './pdf-page.module.css';

/** The maximum number of pixels of a page's canvas. Browsers limit its size. */
const MAX_PIXELS = 16_000_000;

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** In pixels. */
  width: number;
  /** The size to assume until the page's size is known, in points. */
  expected: readonly [width: number, height: number];
}

/** A page of a PDF: its drawing, with the text over it to select. It is only drawn while it is near the window. */
export function PdfPage({pdf, number, width, expected}: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      root: frame.current!.parentElement,
      rootMargin: '100% 0px',
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return;
    let current = true;
    pdf.getPage(number).then(
      (loaded) => {
        if (current) setPage(loaded);
      },
      // A damaged page stays empty. The others can still be read.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [isNear, pdf, number]);
  const size = page?.getViewport({scale: 1});
  const [pageWidth, pageHeight] = size ? [size.width, size.height] : expected;
  const label = count(number);
  return (
    <section
      ref={frame}
      className={styles.page}
      data-page={number}
      aria-label={t`Page ${label}`}
      style={{width, height: Math.floor((width * pageHeight) / pageWidth)}}
    >
      {isNear && page && <Drawing page={page} scale={width / pageWidth} />}
    </section>
  );
}

function Drawing({page, scale}: {page: PDFPageProxy; scale: number}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = page.getViewport({scale});
    const pixels = viewport.width * viewport.height;
    const ratio = Math.min(window.devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / pixels));
    const element = canvas.current!;
    element.width = Math.floor(viewport.width * ratio);
    element.height = Math.floor(viewport.height * ratio);
    const task = page.render({canvas: element, viewport, transform: [ratio, 0, 0, ratio, 0, 0]});
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text.current!,
      viewport,
    });
    // A canceled task rejects. If the page is damaged, the part that was drawn stays.
    task.promise.catch(() => undefined);
    layer.render().catch(() => undefined);
    return () => {
      task.cancel();
      layer.cancel();
      text.current?.replaceChildren();
    };
  }, [page, scale]);
  return (
    <>
      <canvas ref={canvas} className={styles.drawing} />
      <div ref={text} className={styles.text} style={{'--total-scale-factor': scale} as CSSProperties} />
    </>
  );
}
