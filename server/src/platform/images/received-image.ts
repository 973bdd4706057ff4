import type {Config} from '../config/config.ts';
import {AppError} from '../errors/app-error.ts';
import type {FileContent, FileStore} from '../file-store/file-store.ts';
import {withStagedFile} from '../file-store/staged-file.ts';
import {byteSize} from '../formats/byte-size/byte-size.ts';
import type {FormPart} from '../http/form-parts.ts';
import type {ImageInfo, Images} from './images.ts';

/** The ids of the errors, which differ between images of different things. */
interface ImageErrorIds {
  /** The form has no image, or more than one. */
  noFile: string;
  tooLarge: string;
  tooManyPixels: string;
  /** The file is not an image that can be used. */
  unusable: string;
}

/**
 * Reads images that clients upload, within `FileSettings.MaxFileSize` and `MaxImageResolution`.
 *
 * @param redraw creates a PNG of the image at a local path; undefined if it can't be decoded
 */
export function createImageReader({
  config,
  fileStore,
  images,
  errorIds,
  redraw,
}: {
  config: Config;
  fileStore: FileStore;
  images: Images;
  errorIds: ImageErrorIds;
  redraw: (localName: string, facts: ImageInfo) => Promise<Buffer | undefined>;
}) {
  const failed = (id: string, message: string, status = 400) =>
    new AppError({id, message, status, path: 'image'});

  /** Redraws a received image. @throws AppError 413 if it has too many bytes, 400 if it can't be used */
  async function read(content: FileContent): Promise<Buffer> {
    const {MaxFileSize, MaxImageResolution} = config.get().FileSettings;
    const tooLarge = () =>
      failed(
        errorIds.tooLarge,
        `The image is too large. It can have at most ${byteSize(MaxFileSize)} (FileSettings.MaxFileSize).`,
        413,
      );
    return withStagedFile(fileStore, content, {maxBytes: MaxFileSize, tooLarge}, async (localName) => {
      const facts = await images.inspect(localName);
      if (facts && !images.isWithinLimit(facts)) {
        throw failed(
          errorIds.tooManyPixels,
          `The image is ${facts.width} by ${facts.height} pixels; it can have at most ${MaxImageResolution} pixels (FileSettings.MaxImageResolution). Resize it.`,
        );
      }
      const image = facts && (await redraw(localName, facts));
      if (!image) {
        throw failed(errorIds.unusable, 'The image cannot be used. Send a valid PNG, JPEG, GIF or WebP.');
      }
      return image;
    });
  }

  return {
    read,

    /** The image in a form, redrawn. @throws AppError 400 unless there is exactly one valid file `image` */
    async fromForm(parts: AsyncIterable<FormPart>): Promise<Buffer> {
      const notOne = () => failed(errorIds.noFile, 'Send a form with exactly one file named "image".');
      let image: Buffer | undefined;
      for await (const part of parts) {
        if (part.kind === 'field') continue;
        if (image || part.name !== 'image') throw notOne();
        image = await read(part.content);
      }
      if (!image) throw notOne();
      return image;
    },
  };
}
