import type {Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError, invalidBodyParam, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {Bookmark, BookmarkPatch, NewBookmark} from './schema.ts';
import {
  type BookmarkRow,
  insertBookmark,
  lockBookmarks,
  selectBookmarks,
  updateBookmark,
  updateOrder,
} from './store.ts';

/** A bookmark on the wire. */
export type WireBookmark = Static<typeof Bookmark>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    'bookmark:created': {bookmark: WireBookmark};
    'bookmark:changed': {bookmark: WireBookmark};
    'bookmark:deleted': {bookmark: WireBookmark};
    /** A channel's bookmarks are in another order. */
    'bookmarks:sorted': {channelId: string; bookmarks: WireBookmark[]};
  }
}

/** Bookmarks that a channel may have. */
const MAX_BOOKMARKS = 50;
const MAX_DISPLAY_NAME = 64;
const MAX_URL = 1024;
const EMOJI_NAME = /^:?[A-Za-z0-9_+-]{0,62}:?$/;

export type Bookmarks = ReturnType<typeof createBookmarks>;

/** Links that members keep at the top of a channel, for all of them. Who may is for the caller to check. */
export function createBookmarks({database, events}: {database: Database; events: EventBus}) {
  /** Changes a bookmark that nobody else changes meanwhile. @throws AppError 404 if it is not in the channel. */
  async function change(
    channelId: string,
    id: string,
    changeOf: (row: BookmarkRow, now: number) => Partial<BookmarkRow>,
  ): Promise<WireBookmark> {
    return database.transaction(async (tx) => {
      const row = find(await lockBookmarks(tx, channelId), id);
      // Later than anything that happened to it, so that whoever follows changes by time sees this one.
      const now = Math.max(Date.now(), row.updateat + 1);
      const changed = {...row, ...changeOf(row, now), updateat: now};
      await updateBookmark(tx, changed);
      return present(changed);
    });
  }

  return {
    /** A channel's bookmarks in their order; with `since`, in milliseconds, what has changed from then on. */
    list: async (channelId: string, since: number) =>
      (await selectBookmarks(database, channelId, since)).map(present),

    /** Adds a link, as the last. @throws AppError 400 for a field that is not valid and for too many, 501 for a file. */
    async create(
      channelId: string,
      ownerId: string,
      input: Static<typeof NewBookmark>,
    ): Promise<WireBookmark> {
      if (input.type === 'file') throw onlyLinks();
      const fields = {
        displayname: input.display_name,
        linkurl: input.link_url ?? '',
        imageurl: input.image_url ?? '',
        emoji: input.emoji ?? '',
      };
      requireValid(fields);
      const row = await database.transaction(async (tx) => {
        const others = await lockBookmarks(tx, channelId);
        if (others.length >= MAX_BOOKMARKS) throw tooMany();
        const sortorder = Math.max(-1, ...others.map((other) => other.sortorder)) + 1;
        const now = Date.now();
        return insertBookmark(tx, {
          ...fields,
          id: newId(),
          ownerid: ownerId,
          channelid: channelId,
          createat: now,
          sortorder,
        });
      });
      const bookmark = present(row);
      events.publish('bookmark:created', {bookmark});
      return bookmark;
    },

    /** Changes a bookmark; what is absent stays as it is. @throws AppError 404; 400 for a field that is not valid. */
    async patch(channelId: string, id: string, patch: Static<typeof BookmarkPatch>): Promise<WireBookmark> {
      const bookmark = await change(channelId, id, (row) => {
        const fields = {
          displayname: patch.display_name ?? row.displayname,
          linkurl: patch.link_url ?? row.linkurl,
          imageurl: patch.image_url ?? row.imageurl,
          emoji: patch.emoji ?? row.emoji,
        };
        requireValid(fields);
        return fields;
      });
      events.publish('bookmark:changed', {bookmark});
      return bookmark;
    },

    /** Deletes a bookmark. @throws AppError 404. */
    async remove(channelId: string, id: string): Promise<WireBookmark> {
      const bookmark = await change(channelId, id, (_row, now) => ({deleteat: now}));
      events.publish('bookmark:deleted', {bookmark});
      return bookmark;
    },

    /** Puts a bookmark at another place, counted from 0; all of them in their order. @throws AppError 404, 400. */
    async sort(channelId: string, id: string, place: number): Promise<WireBookmark[]> {
      const bookmarks = await database.transaction(async (tx) => {
        const rows = await lockBookmarks(tx, channelId);
        const row = find(rows, id);
        if (place < 0 || place >= rows.length) {
          throw invalidBodyParam('sort_order', `It is from 0 to ${rows.length - 1}, and not ${place}.`);
        }
        const ids = rows.map((other) => other.id).filter((other) => other !== row.id);
        await updateOrder(tx, ids.toSpliced(place, 0, row.id), Date.now());
        return (await selectBookmarks(tx, channelId, 0)).map(present);
      });
      events.publish('bookmarks:sorted', {channelId, bookmarks});
      return bookmarks;
    },
  };
}

function find(rows: readonly BookmarkRow[], id: string): BookmarkRow {
  const row = rows.find((one) => one.id === id);
  if (row) return row;
  throw new AppError({
    id: 'app.channel.bookmark.get.app_error',
    message: `The channel has no bookmark with the id ${id}.`,
    status: 404,
  });
}

/** The one way from a row to a bookmark on the wire. */
function present(row: BookmarkRow): WireBookmark {
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    channel_id: row.channelid,
    owner_id: row.ownerid,
    file_id: row.fileinfoid,
    display_name: row.displayname,
    sort_order: row.sortorder,
    link_url: row.linkurl || undefined,
    image_url: row.imageurl || undefined,
    emoji: row.emoji || undefined,
    type: row.type,
    original_id: row.originalid || undefined,
    parent_id: row.parentid || undefined,
  };
}

/** @throws AppError 400 for a field out of its bounds. */
function requireValid({
  displayname,
  linkurl,
  imageurl,
  emoji,
}: Pick<BookmarkRow, 'displayname' | 'linkurl' | 'imageurl' | 'emoji'>): void {
  const length = countCodePoints(displayname);
  if (displayname.trim() === '' || length > MAX_DISPLAY_NAME) {
    throw invalidBodyParam(
      'display_name',
      `A bookmark's name has 1 to ${MAX_DISPLAY_NAME} characters, and this one has ${length}.`,
    );
  }
  if (!isWebAddress(linkurl)) throw noAddress('link_url', linkurl);
  if (imageurl !== '' && !isWebAddress(imageurl)) throw noAddress('image_url', imageurl);
  if (!EMOJI_NAME.test(emoji)) {
    throw invalidBodyParam('emoji', `"${emoji.slice(0, 100)}" is no name of an emoji.`);
  }
}

/** Whether a text is an address of the web: a script in one must not run for whoever clicks it. */
function isWebAddress(text: string): boolean {
  return countCodePoints(text) <= MAX_URL && /^https?:\/\//i.test(text) && URL.canParse(text);
}

function noAddress(path: string, value: string): AppError {
  return invalidBodyParam(
    path,
    `"${value.slice(0, 200)}" is no address of at most ${MAX_URL} characters that begins with http:// or https://.`,
  );
}

function tooMany(): AppError {
  return new AppError({
    id: 'app.channel.bookmark.save.app_error',
    message: `The channel has ${MAX_BOOKMARKS} bookmarks, and no more are allowed. Delete one first.`,
    status: 400,
  });
}

function onlyLinks(): AppError {
  return notImplemented(
    'api.channel.bookmark.create_channel_bookmark.file.app_error',
    'Files cannot be bookmarks here. Post the file, and make a bookmark of the link to that message.',
  );
}
