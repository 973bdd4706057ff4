import {t} from '@lingui/core/macro';
import {type KeyboardEvent, useEffect, useRef, useState} from 'react';
import {type Gif, gifMarkdown, MAX_GIF_QUERY, useGifs} from '../../../data/gifs/gifs.ts';
import {useImageSource} from '../../../data/system/image-source.ts';
import {useDebounced} from '../../../lib/use-debounced.ts';
import {ErrorState, LoadingState} from '../../ui/state.tsx';
import styles from '../emoji-picker.module.css';
import gifStyles from './gif-picker.module.css';

// A finger can't hover over a picture to play it.
const PLAYS_ALL = '(hover: none) and (prefers-reduced-motion: no-preference)';

/** Popular GIFs, with a search. */
export default function GifPicker({onPick}: {onPick: (markdown: string) => void}) {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const term = useDebounced(query.trim(), 300);
  const {data: gifs = [], error, isPending, hasNextPage, isFetching, fetchNextPage, refetch} = useGifs(term);
  const playsAll = window.matchMedia(PLAYS_ALL).matches;

  useEffect(() => {
    list.current!.scrollTop = 0;
  }, [term]);

  useEffect(() => {
    if (!hasNextPage || isFetching || error) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry!.isIntersecting) void fetchNextPage();
      },
      {root: list.current, rootMargin: '50% 0px'},
    );
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [hasNextPage, isFetching, error, fetchNextPage]);

  function onKeyDown(event: KeyboardEvent) {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const next = neighbor(event.key, event.target as HTMLElement, list.current!);
    if (next) next.focus();
    else if (event.key === 'ArrowUp') field.current!.focus();
  }

  return (
    <>
      <input
        ref={field}
        className={styles.search}
        type="search"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: people open it to type.
        autoFocus
        maxLength={MAX_GIF_QUERY}
        aria-label={t`Search GIFs`}
        placeholder={t`Search GIFs`}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          list.current!.querySelector('button')?.focus();
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the buttons in it. */}
      <div ref={list} className={gifStyles.list} onKeyDown={onKeyDown}>
        {error && gifs.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && <LoadingState />}
        <div role="status" className={gifStyles.none}>
          {!isPending && !error && gifs.length === 0 && t`No GIFs found`}
        </div>
        <div className={gifStyles.columns}>
          {inColumns(gifs).map((column, index) => (
            <div key={index} className={gifStyles.column}>
              {column.map((gif) => (
                <GifButton key={gif.id} gif={gif} plays={playsAll} onPick={() => onPick(gifMarkdown(gif))} />
              ))}
            </div>
          ))}
        </div>
        <div ref={end} />
      </div>
      <div className={styles.foot}>
        {t({message: 'Powered by GIPHY', comment: 'GIPHY requires these words in every language.'})}
      </div>
    </>
  );
}

/** A still picture that plays while the pointer or the focus is on it. */
function GifButton({gif, plays, onPick}: {gif: Gif; plays: boolean; onPick: () => void}) {
  const [isActive, setActive] = useState(false);
  const source = useImageSource(plays || isActive ? gif.preview_url : gif.still_url);
  return (
    <button
      type="button"
      className={gifStyles.gif}
      onClick={onPick}
      onPointerEnter={() => setActive(true)}
      onPointerLeave={() => setActive(false)}
      onFocus={() => setActive(true)}
      onBlur={() => setActive(false)}
    >
      <img
        className={gifStyles.picture}
        src={source}
        alt={gif.title || 'GIF'}
        width={gif.width}
        height={gif.height}
        loading="lazy"
      />
    </button>
  );
}

/** Two columns: each GIF is in the one that is shorter so far, so that more GIFs don't move those before. */
function inColumns(gifs: readonly Gif[]): Gif[][] {
  const columns: Gif[][] = [[], []];
  const heights = [0, 0];
  for (const gif of gifs) {
    const shorter = heights[1]! < heights[0]! ? 1 : 0;
    columns[shorter]!.push(gif);
    heights[shorter]! += gif.height / gif.width;
  }
  return columns;
}

/** The nearest button in the direction of an arrow key: above or below in the same column, or in the other column. */
function neighbor(key: string, from: HTMLElement, list: HTMLElement): HTMLElement | undefined {
  const getCenter = (element: HTMLElement) => {
    const {left, top, width, height} = element.getBoundingClientRect();
    return {x: left + width / 2, y: top + height / 2};
  };
  const here = getCenter(from);
  const found = [...list.querySelectorAll('button')].flatMap((button) => {
    const there = getCenter(button);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const isInColumn = Math.abs(x) < 1;
    const fits = {
      ArrowUp: isInColumn && y < 0,
      ArrowDown: isInColumn && y > 0,
      ArrowLeft: !isInColumn && x < 0,
      ArrowRight: !isInColumn && x > 0,
    }[key];
    return fits ? [{button, distance: Math.abs(y)}] : [];
  });
  return found.sort((one, other) => one.distance - other.distance)[0]?.button;
}
