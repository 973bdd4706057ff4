import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {PasswordException, type PDFDocumentProxy} from 'pdfjs-dist/legacy/build/pdf.mjs';
import {useEffect, useRef, useState} from 'react';
import {openPdf} from '../../data/files/open-pdf.ts';
import {count} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {LoadingState} from '../ui/state.tsx';
import {PdfPage} from './pdf-page.tsx';
import styles from './pdf-view.module.css';
import {ViewTools, ZoomTools} from './view-tools.tsx';

const [MIN_SCALE, MAX_SCALE] = [0.5, 4];
/** The width of a page at 100%, in pixels, if there is room. */
const WIDTH = 900;
/** Images with more pixels than this aren't drawn. */
const MAX_IMAGE = 64_000_000;

/** Width and height in points. */
type PageSize = readonly [width: number, height: number];

interface Loaded {
  pdf: PDFDocumentProxy;
  /** The size of the first page. The others probably have it too. */
  size: PageSize;
}

/** The pages of a PDF, one below the other. Parts of the file are loaded, and pages are drawn, when they are needed. */
export default function PdfView({file}: {file: FileInfo}) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let current = true;
    const task = openPdf(server.getFileUrl(file.id, 0), {maxImageSize: MAX_IMAGE});
    async function load() {
      const pdf = await task.promise;
      const {width, height} = (await pdf.getPage(1)).getViewport({scale: 1});
      if (current) setLoaded({pdf, size: [width, height]});
    }
    load().catch((cause) => {
      if (current) setError(cause);
    });
    return () => {
      current = false;
      void task.destroy();
    };
  }, [file.id]);
  if (error !== undefined) {
    return (
      <p className={styles.failure} role="alert">
        {error instanceof PasswordException ? (
          <Trans>This PDF needs a password. Download it to open it.</Trans>
        ) : (
          <Trans>This PDF can't be shown. It may be damaged. Download it to open it.</Trans>
        )}
      </p>
    );
  }
  if (!loaded) return <LoadingState />;
  return <Pages {...loaded} name={file.name} />;
}

function Pages({pdf, size, name}: Loaded & {name: string}) {
  const area = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const [page, setPage] = useState(1);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry!.contentRect.width));
    observer.observe(area.current!);
    return () => observer.disconnect();
  }, []);
  const width = Math.floor(Math.min(WIDTH, room) * scale);

  // Keeps the same part of the document in view.
  function zoom(next: number) {
    const element = area.current!;
    const place = (element.scrollTop + element.clientHeight / 2) / element.scrollHeight;
    setScale(Math.min(MAX_SCALE, Math.max(MIN_SCALE, next)));
    requestAnimationFrame(() => {
      element.scrollTop = place * element.scrollHeight - element.clientHeight / 2;
    });
  }

  /** The page in the middle of the window. */
  function follow() {
    const {top, height} = area.current!.getBoundingClientRect();
    const pages = [...area.current!.querySelectorAll('[data-page]')];
    const passed = pages.filter((one) => one.getBoundingClientRect().top <= top + height / 2).length;
    setPage(Math.max(1, passed));
  }

  function show(next: number) {
    const element = area.current!;
    const shown = element.querySelector(`[data-page="${Math.min(pdf.numPages, Math.max(1, next))}"]`)!;
    element.scrollTop += shown.getBoundingClientRect().top - element.getBoundingClientRect().top;
  }

  const number = count(page);
  const total = count(pdf.numPages);
  return (
    <div className={styles.frame}>
      <ScrollArea ref={area} className={styles.pages} role="document" aria-label={name} onScroll={follow}>
        {width > 0 &&
          Array.from({length: pdf.numPages}, (_, index) => (
            <PdfPage key={index} pdf={pdf} number={index + 1} width={width} expected={size} />
          ))}
      </ScrollArea>
      <ViewTools>
        <ZoomTools scale={scale} smallest={MIN_SCALE} largest={MAX_SCALE} onChange={zoom} />
        <IconButton
          icon="arrowUp"
          label={t`Previous page`}
          onDark
          isDisabled={page === 1}
          onPress={() => show(page - 1)}
        />
        <PageField page={page} onChange={show} />
        <span aria-hidden>/ {total}</span>
        <IconButton
          icon="arrowDown"
          label={t`Next page`}
          onDark
          isDisabled={page === pdf.numPages}
          onPress={() => show(page + 1)}
        />
        <span className="visually-hidden" role="status">
          {t`Page ${number} of ${total}`}
        </span>
      </ViewTools>
    </div>
  );
}

/** The number of the page in view, which can be changed to go to another page. */
function PageField({page, onChange}: {page: number; onChange: (page: number) => void}) {
  const [typed, setTyped] = useState<string>();
  function go() {
    const number = Number(typed);
    if (Number.isInteger(number) && number > 0) onChange(number);
    setTyped(undefined);
  }
  return (
    <input
      className={styles.place}
      aria-label={t`Page`}
      inputMode="numeric"
      maxLength={5}
      value={typed ?? page}
      onChange={({target}) => setTyped(target.value)}
      onFocus={({target}) => target.select()}
      onBlur={go}
      onKeyDown={({key}) => {
        if (key === 'Enter') go();
      }}
    />
  );
}
