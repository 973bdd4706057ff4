import type {Config} from '../../platform/config/config.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileContent, FileStore} from '../../platform/file-store/file-store.ts';
import {withStagedFile} from '../../platform/file-store/staged-file.ts';
import type {FormPart} from '../../platform/http/form-parts.ts';
import type {Images} from '../../platform/images/images.ts';

/** The path of the image in the file store. */
export const BRAND_IMAGE = 'brand/image.png';
/** The largest width and height in pixels; a larger image is scaled down. */
const MAX_SIDE = 1024;

export type BrandImage = ReturnType<typeof createBrandImage>;

/** The image that an administrator shows on the sign-in page (docs/specification.md#brand-image). */
export function createBrandImage({
  config,
  fileStore,
  images,
}: {
  config: Config;
  fileStore: FileStore;
  images: Images;
}) {
  /** Redraws a received image as a PNG that fits into {@link MAX_SIDE}. An animation becomes its first frame. */
  async function redraw(content: FileContent): Promise<Buffer> {
    const {MaxFileSize, MaxImageResolution} = config.get().FileSettings;
    const limit = {maxBytes: MaxFileSize, tooLarge: () => tooLarge(MaxFileSize)};
    return withStagedFile(fileStore, content, limit, async (localName) => {
      const facts = await images.inspect(localName);
      if (facts && !images.isWithinLimit(facts)) throw tooManyPixels(facts, MaxImageResolution);
      const made = facts && (await images.within(localName, MAX_SIDE, {...facts, frames: 1}));
      if (!made) throw unusable();
      return made.data;
    });
  }

  return {
    /** The image in a form, redrawn. @throws AppError 400 unless there is exactly one valid file `image`. */
    async ofForm(parts: AsyncIterable<FormPart>): Promise<Buffer> {
      let image: Buffer | undefined;
      for await (const part of parts) {
        if (part.kind === 'field') continue;
        if (image || part.name !== 'image') throw notOneImage();
        image = await redraw(part.content);
      }
      if (!image) throw notOneImage();
      return image;
    },

    /** Replaces the image by one prepared by {@link ofForm}. */
    async set(image: Buffer): Promise<void> {
      await fileStore.write(BRAND_IMAGE, image);
    },

    /** @throws AppError 404 if there is none. */
    async require(): Promise<void> {
      if (!(await fileStore.exists(BRAND_IMAGE))) throw noBrandImage();
    },

    /** @throws AppError 404 if there is none. */
    async delete(): Promise<void> {
      if (!(await fileStore.exists(BRAND_IMAGE))) throw noBrandImage();
      await fileStore.remove(BRAND_IMAGE);
    },
  };
}

function noBrandImage(): AppError {
  return new AppError({
    id: 'api.admin.get_brand_image.storage.app_error',
    message: 'This server has no brand image.',
    status: 404,
  });
}

function notOneImage(): AppError {
  return new AppError({
    id: 'api.admin.upload_brand_image.no_file.app_error',
    message: 'Send a form with exactly one file named "image".',
    status: 400,
    path: 'image',
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError({
    id: 'api.admin.upload_brand_image.too_large.app_error',
    message: `The image is too large. It can have at most ${maxBytes} bytes (FileSettings.MaxFileSize).`,
    status: 413,
    path: 'image',
  });
}

function tooManyPixels({width, height}: {width: number; height: number}, pixels: number): AppError {
  return new AppError({
    id: 'brand.save_brand_image.check_image_limits.app_error',
    message: `The image is ${width} by ${height} pixels; it can have at most ${pixels} pixels (FileSettings.MaxImageResolution). Resize it.`,
    status: 400,
    path: 'image',
  });
}

function unusable(): AppError {
  return new AppError({
    id: 'brand.save_brand_image.decode.app_error',
    message: 'The image cannot be used. Send a valid PNG, JPEG, GIF or WebP.',
    status: 400,
    path: 'image',
  });
}
