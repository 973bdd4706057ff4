import Type, {type Static} from 'typebox';

/** The longest search, in characters: the limit of GIPHY. */
export const MAX_GIF_QUERY = 50;
/** The number of GIFs in one response. */
export const GIFS_PER_PAGE = 24;
/** The position of the last page, so that a list of results has an end. */
export const LAST_GIF_OFFSET = 9 * GIFS_PER_PAGE;

/** Addresses are those of the provider. Clients load them through `GET /image`. */
export const Gif = Type.Object({
  id: Type.String(),
  title: Type.String({description: 'What it shows, for screen readers. It can be empty.'}),
  url: Type.String({description: 'The picture for messages, 200 pixels high.'}),
  preview_url: Type.String({description: 'An animation with few frames, 200 pixels wide.'}),
  still_url: Type.String({description: 'The first frame of the preview.'}),
  width: Type.Integer({description: 'The width of the preview in pixels.'}),
  height: Type.Integer({description: 'The height of the preview in pixels.'}),
});
export type Gif = Static<typeof Gif>;

export const GifPage = Type.Object({
  gifs: Type.Array(Gif),
  next_offset: Type.Integer({description: 'The `offset` of the next page; 0 if there is none.'}),
});
export type GifPage = Static<typeof GifPage>;
