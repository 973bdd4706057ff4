import type {Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {Files, WireFileInfo} from '../files/files.ts';
import type {Bookmark, BookmarkPatch, NewBookmark} from './schema.ts';
import {
  type BookmarkRow,
  insertBookmark,
  lockBookmarks,
  purgeBookmarks,
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
/**
 * How long a deleted bookmark is listed to clients that ask for changes, in milliseconds (docs/compatibility.md, row
 * 61). Clients that were offline for longer request all bookmarks.
 */
const LISTED_AFTER_DELETION = 90 * 24 * 60 * 60 * 1000;
const MAX_DISPLAY_NAME = 64;
const MAX_URL = 1024;
const EMOJI_NAME = /^:?[A-Za-z0-9_+-]{0,62}:?$/;

export type Bookmarks = ReturnType<typeof createBookmarks>;

/** Links and files at the top of a channel, shared by its members. The caller checks permissions. */
export function createBookmarks({
  database,
  events,
  files,
}: {
  database: Database;
  events: EventBus;
  files: Files;
}) {
  async function presentAll(rows: readonly BookmarkRow[], db: Queryable = database): Promise<WireBookmark[]> {
    const ids = rows.flatMap(({fileinfoid}) => (fileinfoid === '' ? [] : [fileinfoid]));
    const found = await files.ofBookmarks(ids, db);
    return rows.map((row) => present(row, found.get(row.fileinfoid)));
  }

  /** Changes a bookmark while holding a lock on it. @throws AppError 404 if it is not in the channel. */
  async function change(
    channelId: string,
    id: string,
    computeChange: (
      row: BookmarkRow,
      now: number,
      tx: Transaction,
    ) => Promise<Partial<BookmarkRow>> | Partial<BookmarkRow>,
  ): Promise<WireBookmark> {
    return database.transaction(async (tx) => {
      const row = find(await lockBookmarks(tx, channelId), id);
      // Later than the previous change, so that clients that sync by time don't miss this one.
      const now = Math.max(Date.now(), row.updateat + 1);
      const changed = {...row, ...(await computeChange(row, now, tx)), updateat: now};
      await updateBookmark(tx, changed);
      return (await presentAll([changed], tx))[0]!;
    });
  }

  return {
    /** A channel's bookmarks in order. With `since` (milliseconds), only bookmarks changed since then. */
    list: async (channelId: string, since: number) =>
      presentAll(await selectBookmarks(database, channelId, since)),

    /**
     * Adds a link, or a file that the user uploaded to the channel, to the end of the list.
     *
     * @throws AppError 400 for an invalid field or file, or too many bookmarks.
     */
    async create(
      channelId: string,
      ownerId: string,
      input: Static<typeof NewBookmark>,
    ): Promise<WireBookmark> {
      const isFile = input.type === 'file';
      const fields = {
        type: input.type,
        fileinfoid: isFile ? (input.file_id ?? '') : '',
        displayname: input.display_name,
        linkurl: isFile ? '' : (input.link_url ?? ''),
        imageurl: input.image_url ?? '',
        emoji: input.emoji ?? '',
      };
      requireValid(fields);
      const bookmark = await database.transaction(async (tx) => {
        const others = await lockBookmarks(tx, channelId);
        if (others.length >= MAX_BOOKMARKS) throw tooMany();
        const file = isFile
          ? await files.attachToBookmark(tx, {id: fields.fileinfoid, channelId, userId: ownerId})
          : undefined;
        const sortorder = Math.max(-1, ...others.map((other) => other.sortorder)) + 1;
        const now = Date.now();
        const row = await insertBookmark(tx, {
          ...fields,
          id: newId(),
          ownerid: ownerId,
          channelid: channelId,
          createat: now,
          sortorder,
        });
        return present(row, file);
      });
      events.publish('bookmark:created', {bookmark});
      return bookmark;
    },

    /**
     * Changes the given fields of a bookmark. If the file changes, the user becomes the owner of the bookmark, as on
     * the reference server.
     *
     * @throws AppError 404; 400 for an invalid field or file.
     */
    async patch(
      channelId: string,
      id: string,
      userId: string,
      patch: Static<typeof BookmarkPatch>,
    ): Promise<WireBookmark> {
      const bookmark = await change(channelId, id, async (row, _now, tx) => {
        if (patch.type !== undefined && patch.type !== row.type) {
          throw invalidBodyParam('type', {
            message: "The type of a bookmark can't change. Add another bookmark instead.",
            explanation: `It is "${row.type}".`,
          });
        }
        if (patch.sort_order !== undefined && patch.sort_order !== row.sortorder) {
          throw invalidBodyParam('sort_order', {
            explanation: `It is ${row.sortorder}. Use POST …/sort_order to move it.`,
          });
        }
        const isNewFile =
          row.type === 'file' && patch.file_id !== undefined && patch.file_id !== row.fileinfoid;
        const fields = {
          type: row.type,
          fileinfoid: isNewFile ? patch.file_id! : row.fileinfoid,
          displayname: patch.display_name ?? row.displayname,
          linkurl: row.type === 'file' ? '' : (patch.link_url ?? row.linkurl),
          imageurl: patch.image_url ?? row.imageurl,
          emoji: patch.emoji ?? row.emoji,
        };
        requireValid(fields);
        if (isNewFile) {
          await files.attachToBookmark(tx, {id: fields.fileinfoid, channelId, userId});
          await files.deleteOfBookmark(tx, {id: row.fileinfoid, uploaderId: row.ownerid});
          return {...fields, ownerid: userId};
        }
        return fields;
      });
      events.publish('bookmark:changed', {bookmark});
      return bookmark;
    },

    /** Deletes a bookmark, and its file. @throws AppError 404. */
    async remove(channelId: string, id: string): Promise<WireBookmark> {
      const bookmark = await change(channelId, id, async ({fileinfoid, ownerid}, now, tx) => {
        if (fileinfoid !== '') await files.deleteOfBookmark(tx, {id: fileinfoid, uploaderId: ownerid});
        return {deleteat: now};
      });
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
            `The position must be between 0 and ${rows.length - 1}, but was ${position}.`,
          );
        }
        const ids = rows.map((other) => other.id).filter((other) => other !== row.id);
        await updateOrder(tx, ids.toSpliced(position, 0, row.id), Date.now());
        return presentAll(await selectBookmarks(tx, channelId, 0), tx);
      });
      events.publish('bookmarks:sorted', {channelId, bookmarks});
      return bookmarks;
    },

    /** Deletes the rows of bookmarks that were deleted more than 90 days ago. */
    sweep: (now = Date.now()) => purgeBookmarks(database, now - LISTED_AFTER_DELETION),
  };
}

function find(rows: readonly BookmarkRow[], id: string): BookmarkRow {
  const row = rows.find((one) => one.id === id);
  if (row) return row;
  throw new AppError({
    id: 'app.channel.bookmark.get.app_error',
    message: "This bookmark doesn't exist. It may have been deleted.",
    explanation: `The channel has no bookmark with the id ${id}.`,
    status: 404,
  });
}

function present(row: BookmarkRow, file: WireFileInfo | undefined): WireBookmark {
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    channel_id: row.channelid,
    owner_id: row.ownerid,
    file_id: row.fileinfoid,
    file,
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
  type,
  displayname,
  linkurl,
  imageurl,
  emoji,
}: Pick<BookmarkRow, 'type' | 'displayname' | 'linkurl' | 'imageurl' | 'emoji'>): void {
  const length = countCodePoints(displayname);
  if (displayname.trim() === '' || length > MAX_DISPLAY_NAME) {
    throw invalidBodyParam(
      'display_name',
      `A bookmark name must have 1 to ${MAX_DISPLAY_NAME} characters, but this one has ${length}.`,
    );
  }
  if (type === 'link' && !isWebAddress(linkurl)) throw invalidAddress('link_url', linkurl);
  if (imageurl !== '' && !isWebAddress(imageurl)) throw invalidAddress('image_url', imageurl);
  if (!EMOJI_NAME.test(emoji)) {
    throw invalidBodyParam('emoji', `"${emoji.slice(0, 100)}" is not a valid emoji name.`);
  }
}

/** Rejects other schemes, because a `javascript:` URL would run for anyone who clicks it. */
function isWebAddress(text: string): boolean {
  // The parser silently removes control characters.
  const isPlain = countCodePoints(text) <= MAX_URL && !/\p{Cc}/u.test(text);
  return isPlain && /^https?:\/\//i.test(text) && URL.canParse(text);
}

function invalidAddress(path: string, value: string): AppError {
  return invalidBodyParam(path, {
    message: `"${value.slice(0, 200)}" is not an http:// or https:// URL of at most ${MAX_URL} characters.`,
    params: {rule: 'webAddress', limit: MAX_URL},
  });
}

function tooMany(): AppError {
  return new AppError({
    id: 'app.channel.bookmark.save.app_error',
    message: `The channel already has ${MAX_BOOKMARKS} bookmarks, which is the maximum. Delete one first.`,
    params: {limit: MAX_BOOKMARKS},
    status: 400,
  });
}
