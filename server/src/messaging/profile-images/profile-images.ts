import type {Config} from '../../platform/config/config.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileContent, FileStore} from '../../platform/file-store/file-store.ts';
import {withStagedFile} from '../../platform/file-store/staged-file.ts';
import type {FormPart} from '../../platform/http/form-parts.ts';
import type {StoredFileResponse} from '../../platform/http/stored-file-response.ts';
import type {Images} from '../../platform/images/images.ts';
import type {TeamRow, Teams} from '../teams/teams.ts';
import type {UserRow, Users} from '../users/users.ts';
import {defaultImageOf, drawDefaultImage, IMAGE_SIDE} from './default-image.ts';

/** A PNG in the file store. */
export interface StoredImage {
  path: string;
  /** Changes with the image. */
  version: string;
}

export type ProfileImages = ReturnType<typeof createProfileImages>;

/** Images of users, bots and teams: square PNGs of 128 pixels, with generated images for users who have none. */
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
  /** Crops a received image to a square. */
  async function readSquare(content: FileContent): Promise<Buffer> {
    const {MaxFileSize, MaxImageResolution} = config.get().FileSettings;
    const limit = {maxBytes: MaxFileSize, tooLarge: () => imageTooLarge(MaxFileSize)};
    return withStagedFile(fileStore, content, limit, async (localName) => {
      const facts = await images.inspect(localName);
      if (facts && !images.isWithinLimit(facts)) throw tooManyPixels(facts, MaxImageResolution);
      const square = facts && (await images.square(localName, IMAGE_SIDE));
      if (!square) throw unusableImage();
      return square;
    });
  }

  /** The generated image of a user, drawn on first use. */
  async function defaultOf(user: Pick<UserRow, 'id' | 'username'>): Promise<StoredImage> {
    const image = defaultImageOf(user);
    const version = `default-${image.background}-${image.letter}`;
    const path = `profile-defaults/${version}.png`;
    if (!(await fileStore.exists(path))) {
      await fileStore.write(path, await images.draw(drawDefaultImage(image)));
    }
    return {path, version};
  }

  return {
    readSquare,
    defaultOf,

    /** The image in a form, cropped to a square. @throws AppError 400 unless there is exactly one file `image`. */
    async ofForm(parts: AsyncIterable<FormPart>): Promise<Buffer> {
      let square: Buffer | undefined;
      for await (const part of parts) {
        if (part.kind === 'field') continue;
        if (square || part.name !== 'image') throw notOneImage();
        square = await readSquare(part.content);
      }
      if (!square) throw notOneImage();
      return square;
    },

    /** The user's custom image, or else the generated one. */
    async ofUser(user: UserRow): Promise<StoredImage> {
      const path = userImagePath(user.id);
      if (user.lastpictureupdate > 0 && (await fileStore.exists(path))) {
        return {path, version: String(user.lastpictureupdate)};
      }
      return defaultOf(user);
    },

    /** Sets a user's image to one prepared by {@link ofForm}. */
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

    /** Sets a team's icon to one prepared by {@link ofForm}. */
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
export function imageAnswer({path, version}: StoredImage, name: string): StoredFileResponse {
  return {path, version, mediaType: 'image/png', name: `${name}.png`, maxAge: DAY_SECONDS};
}

function notOneImage(): AppError {
  return new AppError({
    id: 'api.user.upload_profile_user.no_file.app_error',
    message: 'Send a form with exactly one file named "image".',
    status: 400,
    path: 'image',
  });
}

/** The path of a user's custom image in the file store. */
export function userImagePath(userId: string): string {
  return `users/${userId}/profile.png`;
}

function teamIconPath(teamId: string): string {
  return `teams/${teamId}/teamIcon.png`;
}

function imageTooLarge(maxBytes: number): AppError {
  return new AppError({
    id: 'api.user.upload_profile_user.too_large.app_error',
    message: `The image is too large. It can have at most ${maxBytes} bytes (FileSettings.MaxFileSize).`,
    status: 413,
    path: 'image',
  });
}

function tooManyPixels({width, height}: {width: number; height: number}, pixels: number): AppError {
  return new AppError({
    id: 'api.user.upload_profile_user.check_image_limits.app_error',
    message: `The image is ${width} by ${height} pixels; it can have at most ${pixels} pixels (FileSettings.MaxImageResolution). Resize it.`,
    status: 400,
    path: 'image',
  });
}

function unusableImage(): AppError {
  return new AppError({
    id: 'api.user.upload_profile_user.decode.app_error',
    message: 'The image cannot be used. Send a valid PNG, JPEG, GIF or WebP.',
    status: 400,
    path: 'image',
  });
}
