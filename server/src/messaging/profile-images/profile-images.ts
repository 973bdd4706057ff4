import type {Config} from '../../platform/config/config.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {StoredFileResponse} from '../../platform/http/stored-file-response.ts';
import type {Images} from '../../platform/images/images.ts';
import {createImageReader} from '../../platform/images/received-image.ts';
import type {TeamRow, Teams} from '../teams/teams.ts';
import type {UserRow, Users} from '../users/users.ts';
import {defaultImageFor, drawDefaultImage, IMAGE_SIDE} from './default-image.ts';

/** A PNG in the file store. */
export interface StoredImage {
  path: string;
  /** Changes whenever the image changes. */
  version: string;
}

export type ProfileImages = ReturnType<typeof createProfileImages>;

/** Images of users, bots and teams: square PNGs of 128 pixels. Users without an image have a generated one. */
export function createProfileImages({
  config,
  users,
  teams,
  fileStore,
  images,
}: {
  config: Config;
  users: Users;
  teams: Teams;
  fileStore: FileStore;
  images: Images;
}) {
  const reader = createImageReader({
    config,
    fileStore,
    images,
    errorIds: {
      noFile: 'api.user.upload_profile_user.no_file.app_error',
      tooLarge: 'api.user.upload_profile_user.too_large.app_error',
      tooManyPixels: 'api.user.upload_profile_user.check_image_limits.app_error',
      unusable: 'api.user.upload_profile_user.decode.app_error',
    },
    redraw: (localName) => images.square(localName, IMAGE_SIDE),
  });

  /** The generated image of a user, drawn on first use. */
  async function readDefaultImage(user: Pick<UserRow, 'id' | 'username'>): Promise<StoredImage> {
    const image = defaultImageFor(user);
    const version = `default-${image.background}-${image.letter}`;
    const path = `profile-defaults/${version}.png`;
    if (!(await fileStore.exists(path))) {
      await fileStore.write(path, await images.draw(drawDefaultImage(image)));
    }
    return {path, version};
  }

  return {
    readDefaultImage,

    /** Crops a received image to a square. @throws AppError 413 if it has too many bytes, 400 if it can't be used */
    readSquare: reader.read,

    /** The image from a form, cropped to a square. @throws AppError 400 unless there is exactly one file `image`. */
    fromForm: reader.fromForm,

    /** The user's custom image, or the generated one. */
    async ofUser(user: UserRow): Promise<StoredImage> {
      const path = userImagePath(user.id);
      if (user.lastpictureupdate > 0 && (await fileStore.exists(path))) {
        return {path, version: String(user.lastpictureupdate)};
      }
      return readDefaultImage(user);
    },

    /** Sets a user's image to one prepared by {@link fromForm}. */
    async setOfUser(user: UserRow, square: Buffer): Promise<void> {
      await fileStore.write(userImagePath(user.id), square);
      await users.setPictureTime(user, Date.now());
    },

    /** Resets a user's image to the generated one. */
    async resetOfUser(user: UserRow): Promise<void> {
      await users.setPictureTime(user, 0);
      await fileStore.remove(userImagePath(user.id));
    },

    /** The icon of a team. @throws AppError 404 if it has none. */
    async ofTeam(team: TeamRow): Promise<StoredImage> {
      const path = teamIconPath(team.id);
      if (team.lastteamiconupdate === 0 || !(await fileStore.exists(path))) {
        throw new AppError({
          id: 'api.team.get_team_icon.read_file.app_error',
          message: `The team "${team.name}" has no icon.`,
          status: 404,
        });
      }
      return {path, version: String(team.lastteamiconupdate)};
    },

    /** Sets a team's icon to one prepared by {@link fromForm}. */
    async setOfTeam(team: TeamRow, square: Buffer): Promise<void> {
      await fileStore.write(teamIconPath(team.id), square);
      await teams.setIconTime(team.id, Date.now());
    },

    /** Removes the icon of a team. */
    async resetOfTeam(team: TeamRow): Promise<void> {
      await teams.setIconTime(team.id, 0);
      await fileStore.remove(teamIconPath(team.id));
    },
  };
}

const DAY_SECONDS = 24 * 60 * 60;

/** The response for an image; `name` is the owner's name. */
export function imageResponse({path, version}: StoredImage, name: string): StoredFileResponse {
  return {path, version, mediaType: 'image/png', name: `${name}.png`, maxAge: DAY_SECONDS};
}

/** The path of a user's custom image in the file store. */
export function userImagePath(userId: string): string {
  return `users/${userId}/profile.png`;
}

function teamIconPath(teamId: string): string {
  return `teams/${teamId}/teamIcon.png`;
}
