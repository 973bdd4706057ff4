import {buffer} from 'node:stream/consumers';
import {type Emoji as EmojiFeature, isSystemEmoji} from '../../../messaging/emoji/emoji.ts';
import type {FileStore} from '../../../platform/file-store/file-store.ts';
import type {Emoji} from '../format/objects.ts';
import type {ImportFiles} from '../source/files.ts';
import type {Batch} from './batch.ts';

export interface EmojiDependencies {
  emoji: EmojiFeature;
  fileStore: FileStore;
  source: ImportFiles;
}

/** Writes custom emoji and their images. They are stored immediately, because a rollback cannot undo an image file. */
export async function writeEmoji(
  {count, announce}: Pick<Batch, 'count' | 'announce'>,
  lines: readonly Emoji[],
  {emoji, fileStore, source}: EmojiDependencies,
): Promise<void> {
  for (const {name, image} of lines) {
    const found = await source.find(image);
    if (isSystemEmoji(name) || 'problem' in found) {
      count('emoji', 'skipped');
      continue;
    }
    const prepared = await emoji.readImage(await source.read(image));
    const [stored] = await emoji.byNames([name]);
    if (!stored) {
      await emoji.create({name, creatorId: '', image: prepared});
      count('emoji', 'created');
      continue;
    }
    const {path} = await emoji.image(stored.id);
    if ((await fileStore.exists(path)) && (await buffer(await fileStore.read(path))).equals(prepared)) {
      count('emoji', 'unchanged');
      continue;
    }
    await fileStore.write(path, prepared);
    announce.stale = true;
    count('emoji', 'updated');
  }
}
