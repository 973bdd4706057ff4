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

export type WireBookmark = Static<typeof Bookmark>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    'bookmark:created': {bookmark: WireBookmark};
    'bookmark:changed': {bookmark: WireBookmark};
    'bookmark:deleted': {bookmark: WireBookmark};
    /** The order of a channel's bookmarks has changed. */
    'bookmarks:sorted': {channelId: string; bookmarks: WireBookmark[]};
  }
}

/** The maximum number of bookmarks per channel. */
const MAX_BOOKMARKS = 50;
const MAX_DISPLAY_NAME = 64;
const MAX_URL = 1024;
const EMOJI_NAME = /^:?[A-Za-z0-9_+-]{0,62}:?$/;

export type Bookmarks = ReturnType<typeof createBookmarks>;

/** Links at the top of a channel, shared by its members. The caller checks permissions. */
export function createBookmarks({database, events}: {database: Database; events: EventBus}) {
  /** Changes a bookmark while holding a lock on it. @throws AppError 404 if it is not in the channel. */
  async function change(
    channelId: string,
    id: string,
    changeOf: (row: BookmarkRow, now: number) => Partial<BookmarkRow>,
  ): Promise<WireBookmark> {
    return database.transaction(async (tx) => {
      const row = find(await lockBookmarks(tx, channelId), id);
      // Strictly later than the previous change, so that clients that sync by time don't miss this one.
      const now = Math.max(Date.now(), row.updateat + 1);
      const changed = {...row, ...changeOf(row, now), updateat: now};
      await updateBookmark(tx, changed);
      return present(changed);
    });
  }

  return {
    /** A channel's bookmarks in order. With `since` (milliseconds), only those changed from then on. */
    list: async (channelId: string, since: number) =>
      (await selectBookmarks(database, channelId, since)).map(present),

    /**
     * Adds a link to the end of the list.
     *
     * @throws AppError 400 for an invalid field or too many bookmarks, 501 for a file.
     */
    async create(
      channelId: string,
      ownerId: string,
      input: Static<typeof NewBookmark>,
    ): Promise<WireBookmark> {
      if (input.type === 'file') throw filesNotSupported();
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

    /** Changes the given fields of a bookmark. @throws AppError 404; 400 for an invalid field. */
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

    /** Moves a bookmark to a zero-based position and returns all bookmarks in order. @throws AppError 404, 400. */
    async sort(channelId: string, id: string, position: number): Promise<WireBookmark[]> {
      const bookmarks = await database.transaction(async (tx) => {
        const rows = await lockBookmarks(tx, channelId);
        const row = find(rows, id);
        if (position < 0 || position >= rows.length) {
          throw invalidBodyParam(
            'sort_order',
            `It must be between 0 and ${rows.length - 1}, but was ${position}.`,
          );
        }
        const ids = rows.map((other) => other.id).filter((other) => other !== row.id);
        await updateOrder(tx, ids.toSpliced(position, 0, row.id), Date.now());
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

/** @throws AppError 400 for an invalid field. */
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
      `A bookmark name must have 1 to ${MAX_DISPLAY_NAME} characters, but this one has ${length}.`,
    );
  }
  if (!isWebAddress(linkurl)) throw invalidAddress('link_url', linkurl);
  if (imageurl !== '' && !isWebAddress(imageurl)) throw invalidAddress('image_url', imageurl);
  if (!EMOJI_NAME.test(emoji)) {
    throw invalidBodyParam('emoji', `"${emoji.slice(0, 100)}" is not a valid emoji name.`);
  }
}

/** Rejects other schemes, because a `javascript:` URL would run for anyone who clicks it. */
function isWebAddress(text: string): boolean {
  return countCodePoints(text) <= MAX_URL && /^https?:\/\//i.test(text) && URL.canParse(text);
}

function invalidAddress(path: string, value: string): AppError {
  return invalidBodyParam(
    path,
    `"${value.slice(0, 200)}" is not an http:// or https:// URL of at most ${MAX_URL} characters.`,
  );
}

function tooMany(): AppError {
  return new AppError({
    id: 'app.channel.bookmark.save.app_error',
    message: `The channel already has ${MAX_BOOKMARKS} bookmarks, which is the maximum. Delete one first.`,
    status: 400,
  });
}

function filesNotSupported(): AppError {
  return notImplemented(
    'api.channel.bookmark.create_channel_bookmark.file.app_error',
    'File bookmarks are not supported. Post the file and bookmark the link to that message.',
  );
}
