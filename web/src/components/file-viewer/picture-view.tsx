import type {FileInfo} from '@mattermost/types/files';
import {type PointerEvent, type RefObject, useEffect, useRef, useState} from 'react';
import {server} from '../../lib/server.ts';
import styles from './picture-view.module.css';
import {ViewTools, ZOOM_STEP, ZoomTools} from './view-tools.tsx';

/** The maximum zoom of a picture that is shown at `fitted` of its own size: at least twice its own size. */
const largestScale = (fitted: number) => Math.max(8, 2 / fitted);

/**
 * How a picture is shown: its zoom (1 fits the window), and the distance of its center from the center of the window,
 * in pixels.
 */
interface View {
  scale: number;
  x: number;
  y: number;
}

const FITTED: View = {scale: 1, x: 0, y: 0};

/** A picture that can be zoomed with the wheel, two fingers, keys, a double click and buttons, and dragged. */
export function PictureView({
  file,
  isCurrent,
}: {
  file: FileInfo;
  /** False for a picture next to the one that is shown. It is only a preview, until it is shown. */
  isCurrent: boolean;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [view, setView] = useState(FITTED);
  const [isDragging, setDragging] = useState(false);
  const pointers = useRef(new Map<number, {x: number; y: number}>());
  const [isSharp, setSharp] = useState(isCurrent);
  const fitted = useFittedSize(picture, file);

  /** Keeps the picture over the center of the window. */
  function bounded({scale, x, y}: View): View {
    if (scale <= 1) return FITTED;
    const room = stage.current!;
    const [width, height] = shownSize(picture.current!, file);
    const most = (whole: number, visible: number) => Math.max(0, (whole * scale - visible) / 2);
    const limit = (value: number, largest: number) => Math.min(largest, Math.max(-largest, value));
    return {
      scale,
      x: limit(x, most(width, room.clientWidth)),
      y: limit(y, most(height, room.clientHeight)),
    };
  }

  /** Zooms around a point of the window: what the picture shows there stays there. */
  function zoom(to: (scale: number) => number, place?: {clientX: number; clientY: number}) {
    const box = stage.current!.getBoundingClientRect();
    const x = place ? place.clientX - box.left - box.width / 2 : 0;
    const y = place ? place.clientY - box.top - box.height / 2 : 0;
    setView((before) => {
      const scale = Math.min(largestScale(shareOf(picture.current!, file)), Math.max(1, to(before.scale)));
      const factor = scale / before.scale;
      return bounded({scale, x: x - (x - before.x) * factor, y: y - (y - before.y) * factor});
    });
  }

  /** The zoom at which a tall picture is as wide as the window, or has its own size. */
  function scaleToFill(): number {
    return Math.min(1, stage.current!.clientWidth / file.width) / shareOf(picture.current!, file);
  }

  // React's wheel listener is passive, so it can't stop the browser from zooming the page.
  useEffect(() => {
    const element = stage.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom((scale) => scale * Math.exp(-event.deltaY / 300), event);
    };
    element.addEventListener('wheel', onWheel, {passive: false});
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  useEffect(() => {
    if (!isCurrent) return setView(FITTED);
    setSharp(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '+' || event.key === '=') zoom((scale) => scale * ZOOM_STEP);
      else if (event.key === '-') zoom((scale) => scale / ZOOM_STEP);
      else if (event.key === '0') setView(FITTED);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isCurrent]);

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    stage.current!.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, {x: event.clientX, y: event.clientY});
    setDragging(true);
  }

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = {x: event.clientX, y: event.clientY};
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const distance = (point: {x: number; y: number}) => Math.hypot(point.x - other.x, point.y - other.y);
      const middle = {clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2};
      zoom((scale) => (scale * distance(now)) / Math.max(1, distance(before)), middle);
    } else {
      setView((one) => bounded({...one, x: one.x + now.x - before.x, y: one.y + now.y - before.y}));
    }
  }

  function onPointerEnd(event: PointerEvent) {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) setDragging(false);
  }

  return (
    <div className={styles.frame} data-current={isCurrent || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: buttons and keys do the same. */}
      <div
        ref={stage}
        className={styles.stage}
        data-zoomed={view.scale > 1 || undefined}
        data-dragging={isDragging || undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onDoubleClick={(event) => zoom((scale) => (scale > 1 ? 1 : Math.max(2.5, scaleToFill())), event)}
      >
        <img
          ref={picture}
          className={styles.picture}
          // The browser shows the preview until it has the file.
          src={
            isSharp || !file.has_preview_image
              ? server.getFileUrl(file.id, 0)
              : server.getFilePreviewUrl(file.id, 0)
          }
          alt={file.name}
          width={file.width || undefined}
          height={file.height || undefined}
          draggable={false}
          style={{transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`}}
        />
      </div>
      <ViewTools>
        <ZoomTools
          scale={view.scale}
          fitted={fitted}
          smallest={1}
          largest={largestScale(fitted)}
          onChange={(scale) => zoom(() => scale)}
        />
      </ViewTools>
    </div>
  );
}

/** The size of a picture on the page before it is zoomed, as a share of its own size. Vector graphics have none. */
const shareOf = ({offsetWidth, offsetHeight}: HTMLImageElement, {width, height}: FileInfo) =>
  width > 0 && height > 0 ? Math.min(offsetWidth / width, offsetHeight / height) : 1;

/** The size of a picture before it is zoomed, in pixels. Its element can be wider than a tall one. */
function shownSize(picture: HTMLImageElement, own: FileInfo): [width: number, height: number] {
  const share = shareOf(picture, own);
  return own.width > 0
    ? [own.width * share, own.height * share]
    : [picture.offsetWidth, picture.offsetHeight];
}

function useFittedSize(picture: RefObject<HTMLImageElement | null>, own: FileInfo): number {
  const [share, setShare] = useState(1);
  useEffect(() => {
    const element = picture.current!;
    const observer = new ResizeObserver(() => setShare(shareOf(element, own)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [picture, own]);
  return share;
}
