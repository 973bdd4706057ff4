import {buffer} from 'node:stream/consumers';
import type {ProfileImages} from '../../../../messaging/profile-images/profile-images.ts';
import type {Users} from '../../../../messaging/users/users.ts';
import {AppError} from '../../../../platform/errors/app-error.ts';
import type {FileStore} from '../../../../platform/file-store/file-store.ts';
import type {ImportFiles} from '../../source/files.ts';
import type {FollowUp} from './follow-ups.ts';

export interface PictureDependencies {
  users: Users;
  profileImages: ProfileImages;
  fileStore: FileStore;
  source: ImportFiles;
  /** Called for each file that the server rejects. */
  onRejected(name: string, reason: string): void;
}

/** Sets the profile pictures of people and bots, unless they already have the same picture. */
export function picturesOf(
  owners: readonly {userId: string; path: string | undefined}[],
  dependencies: PictureDependencies,
): FollowUp[] {
  return owners.flatMap(({userId, path}) =>
    path ? [{run: () => setPicture(userId, path, dependencies)}] : [],
  );
}

async function setPicture(
  userId: string,
  path: string,
  {users, profileImages, fileStore, source, onRejected}: PictureDependencies,
): Promise<void> {
  const found = await source.find(path);
  if ('problem' in found) return onRejected(path, found.problem);
  let square: Buffer;
  try {
    square = await profileImages.readSquare(await source.read(path));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return onRejected(path, error.message);
  }
  const user = await users.byId(userId);
  if (user.lastpictureupdate > 0) {
    const {path: storedPath} = await profileImages.ofUser(user);
    if ((await buffer(await fileStore.read(storedPath))).equals(square)) return;
  }
  await profileImages.setOfUser(user, square);
}
