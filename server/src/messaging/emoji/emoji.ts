import type {Static} from 'typebox';
import {createReadThroughCache} from '../../platform/concurrency/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {FileContent, FileStore} from '../../platform/file-store/file-store.ts';
import {withStagedFile} from '../../platform/file-store/staged-file.ts';
import {mediaTypeOf} from '../../platform/formats/media-types.ts';
import type {Images} from '../../platform/images/images.ts';
import {type CustomEmoji, MAX_EMOJI_NAME} from './schema.ts';
import {
  type EmojiRow,
  insertEmoji,
  markEmojiDeleted,
  searchEmoji,
  selectEmoji,
  selectEmojiByNames,
  selectEmojiPage,
} from './store.ts';
import {emojiSheet, isSystemEmoji, sheetPosition, systemEmojiHex} from './system-emoji.ts';

export type {EmojiRow} from './store.ts';
export {isSystemEmoji, systemEmojiHex} from './system-emoji.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    'emoji:added': {emoji: Static<typeof CustomEmoji>};
    'emoji:deleted': {emojiId: string; name: string};
  }
}

const NAME = new RegExp(`^[A-Za-z0-9_+-]{1,${MAX_EMOJI_NAME}}$`);
const MAX_IMAGE_BYTES = 512 * 1024;
const MAX_SIDE = 128;
const MAX_FOUND = 200;
const MAX_COMPLETIONS = 100;

export type Emoji = ReturnType<typeof createEmoji>;

/** Built-in and custom emoji. */
export function createEmoji({
  database,
  events,
  config,
  fileStore,
  images,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  fileStore: FileStore;
  images: Images;
}) {
  const byNameCache = createReadThroughCache<EmojiRow>({
    maxSize: 10_000,
    read: async (name) => (await selectEmojiByNames(database, [name]))[0],
  });
  events.onEveryNode('caches:stale', () => byNameCache.clear());
  events.onEveryNode('emoji:added', ({emoji}) => byNameCache.invalidate(emoji.name));
  events.onEveryNode('emoji:deleted', ({name}) => byNameCache.invalidate(name));

  const pictures = createReadThroughCache<Buffer>({
    maxSize: 5000,
    read: async (hex) => {
      const position = sheetPosition(hex);
      return position && images.crop(emojiSheet(), position);
    },
  });

  async function byId(id: string): Promise<EmojiRow> {
    const row = await selectEmoji(database, id);
    if (!row) throw emojiNotFound(`id ${id}`);
    return row;
  }

  return {
    byId,

    /** @throws AppError 501 if custom emoji are disabled. */
    requireEnabled(): void {
      if (!config.get().ServiceSettings.EnableCustomEmoji) {
        throw notImplemented(
          'api.emoji.disabled.app_error',
          'Custom emoji are disabled on this server (ServiceSettings.EnableCustomEmoji).',
        );
      }
    },

    /** Whether a built-in or custom emoji has this name, without colons. Cached. */
    async exists(name: string): Promise<boolean> {
      if (isSystemEmoji(name)) return true;
      return NAME.test(name) && (await byNameCache.get(name)) !== undefined;
    },

    /**
     * The path of the image of a built-in or custom emoji, relative to the server's URL; undefined if there is none.
     */
    async imagePath(name: string): Promise<string | undefined> {
      const hex = systemEmojiHex(name);
      if (hex !== undefined) return sheetPosition(hex) && `/static/emoji/${hex}.png`;
      const row = NAME.test(name) ? await byNameCache.get(name) : undefined;
      return row && `/api/v4/emoji/${row.id}/image`;
    },

    /** The PNG image of the built-in emoji with these code points. Cached. @throws AppError 404 if there is none. */
    async systemImage(hex: string): Promise<Buffer> {
      const picture = await pictures.get(hex);
      if (!picture) throw emojiNotFound(`code points "${hex}"`);
      return picture;
    },

    /** The custom emoji with this name. Cached. @throws AppError 404 if there is none. */
    async byName(name: string): Promise<EmojiRow> {
      const row = NAME.test(name) ? await byNameCache.get(name) : undefined;
      if (!row) throw emojiNotFound(`name "${name}"`);
      return row;
    },

    /** The custom emoji among these names. */
    byNames: (names: readonly string[]) => selectEmojiByNames(database, names),

    list: (page: {offset: number; limit: number}, {byName}: {byName: boolean}) =>
      selectEmojiPage(database, page, byName),

    /** At most 200 custom emoji whose name contains the term, ignoring case, or starts with it. */
    search: (term: string, {prefixOnly = false}: {prefixOnly?: boolean} = {}) =>
      searchEmoji(database, term, {prefixOnly, limit: MAX_FOUND}),

    /** At most 100 custom emoji whose name starts with the prefix. */
    autocomplete: (prefix: string) =>
      searchEmoji(database, prefix, {prefixOnly: true, limit: MAX_COMPLETIONS}),

    /**
     * Prepares an uploaded image: scales it down to 128 by 128 pixels and keeps animations.
     *
     * @throws AppError 413 for more than 512 KiB, 400 if it is not an image or has too many pixels.
     */
    async readImage(content: FileContent): Promise<Buffer> {
      const limit = {maxBytes: MAX_IMAGE_BYTES, tooLarge: imageTooLarge};
      return withStagedFile(fileStore, content, limit, async (localName) => {
        const facts = await images.inspect(localName);
        const resized = facts && (await images.within(localName, MAX_SIDE, facts));
        if (!resized) throw invalidImage();
        return resized.data;
      });
    },

    /**
     * Adds an emoji with an image prepared by {@link readImage}.
     *
     * @throws AppError 400 for a name that is invalid, built in, or taken.
     */
    async create({
      name,
      creatorId,
      image,
    }: {
      name: string;
      creatorId: string;
      image: Buffer;
    }): Promise<EmojiRow> {
      requireValidName(name);
      const now = Date.now();
      const row = {id: newId(), createat: now, updateat: now, deleteat: 0, creatorid: creatorId, name};
      await fileStore.write(emojiImagePath(row.id), image);
      try {
        await insertEmoji(database, row);
      } catch (error) {
        await fileStore.remove(emojiImagePath(row.id));
        throw isUniqueViolation(error, 'emoji_name_deleteat_key') ? nameTaken(name) : error;
      }
      events.publish('emoji:added', {emoji: presentEmoji(row)});
      return row;
    },

    /** Deletes an emoji and its image. @throws AppError 404 if it is already deleted. */
    async delete(emoji: EmojiRow): Promise<void> {
      if (!(await markEmojiDeleted(database, emoji.id, Date.now()))) throw emojiNotFound(`id ${emoji.id}`);
      await fileStore.remove(emojiImagePath(emoji.id));
      events.publish('emoji:deleted', {emojiId: emoji.id, name: emoji.name});
    },

    /**
     * The path of an emoji's image in the file store and its media type.
     *
     * @throws AppError 404 if either doesn't exist.
     */
    async image(id: string): Promise<{path: string; mediaType: string}> {
      const path = emojiImagePath((await byId(id)).id);
      const head = await Array.fromAsync(await fileStore.read(path, {start: 0, end: 15}));
      return {path, mediaType: await mediaTypeOf(Buffer.concat(head), '')};
    },
  };
}

export function presentEmoji(row: EmojiRow): Static<typeof CustomEmoji> {
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    creator_id: row.creatorid,
    name: row.name,
    category: 'custom',
  };
}

/** The path of a custom emoji's image in the file store. */
export function emojiImagePath(id: string): string {
  return `emoji/${id}/image`;
}

function requireValidName(name: string): void {
  if (!NAME.test(name)) {
    throw new AppError({
      id: 'model.emoji.name.app_error',
      message: `An emoji name must have 1 to ${MAX_EMOJI_NAME} letters, digits, "-", "_" or "+", but ${JSON.stringify(name.slice(0, 100))} does not.`,
      status: 400,
      path: 'emoji.name',
    });
  }
  if (isSystemEmoji(name)) {
    throw new AppError({
      id: 'model.emoji.system_emoji_name.app_error',
      message: `"${name}" is the name of a built-in emoji. Choose another name.`,
      params: {name},
      status: 400,
      path: 'emoji.name',
    });
  }
}

function nameTaken(name: string): AppError {
  return new AppError({
    id: 'api.emoji.create.duplicate.app_error',
    message: `A custom emoji named "${name}" already exists. Choose another name.`,
    params: {name},
    status: 400,
    path: 'emoji.name',
  });
}

function imageTooLarge(): AppError {
  return new AppError({
    id: 'api.emoji.create.too_large.app_error',
    message: 'The image is too large. An emoji can be at most 512 KiB.',
    status: 413,
    path: 'image',
  });
}

function invalidImage(): AppError {
  return new AppError({
    id: 'api.emoji.upload.image.app_error',
    message: 'The image cannot be used. Send a valid PNG, JPEG, GIF or WebP of reasonable dimensions.',
    status: 400,
    path: 'image',
  });
}

function emojiNotFound(which: string): AppError {
  return new AppError({
    id: 'app.emoji.get.no_result',
    message: "This emoji doesn't exist. It may have been deleted.",
    explanation: `There is no custom emoji with the ${which}.`,
    status: 404,
  });
}
