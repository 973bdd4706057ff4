import {useInfiniteQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** A GIF of the server's provider. Its addresses are those of the provider's pictures (`useImageSource`). */
export interface Gif {
  id: string;
  /** What it shows, in the provider's words; can be empty. */
  title: string;
  /** The picture for messages. */
  url: string;
  /** An animation for lists, and its first frame. */
  preview_url: string;
  still_url: string;
  /** The size of the preview in pixels. */
  width: number;
  height: number;
}

interface GifPage {
  gifs: Gif[];
  /** 0 if there are no more. */
  next_offset: number;
}

/** The server's limit, in characters. */
export const MAX_GIF_QUERY = 50;

/** GIFs that match, or popular ones for an empty query. */
export function useGifs(query: string) {
  return useInfiniteQuery({
    queryKey: ['gifs', query],
    initialPageParam: 0,
    queryFn: ({pageParam, signal}) =>
      server.call<GifPage>(`/gifs?q=${encodeURIComponent(query)}&offset=${pageParam}`, {signal}),
    getNextPageParam: ({next_offset}) => next_offset || undefined,
    // The provider can have the same GIF on two pages.
    select: ({pages}) => [...new Map(pages.flatMap(({gifs}) => gifs).map((gif) => [gif.id, gif])).values()],
  });
}

/** The Markdown that shows a GIF in a message, in all clients. */
export function gifMarkdown({title, url}: Gif): string {
  // In a message, other characters could be formatting, or a mention.
  const text = title.replaceAll(/[^\p{L}\p{M}\p{N}\p{Zs}.,!?'’-]/gu, '').trim();
  return `![${text || 'GIF'}](${url})`;
}
