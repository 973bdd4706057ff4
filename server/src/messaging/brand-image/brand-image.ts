import type {Config} from '../../platform/config/config.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {Images} from '../../platform/images/images.ts';
import {createImageReader} from '../../platform/images/received-image.ts';

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
  const reader = createImageReader({
    config,
    fileStore,
    images,
    errorIds: {
      noFile: 'api.admin.upload_brand_image.no_file.app_error',
      tooLarge: 'api.admin.upload_brand_image.too_large.app_error',
      tooManyPixels: 'brand.save_brand_image.check_image_limits.app_error',
      unusable: 'brand.save_brand_image.decode.app_error',
    },
    // Keeps only the first frame of an animation.
    redraw: async (localName, facts) =>
      (await images.within(localName, MAX_SIDE, {...facts, frames: 1}))?.data,
  });

  return {
    /**
     * The image from a form, as a PNG that fits into {@link MAX_SIDE}.
     *
     * @throws AppError 400 unless there is exactly one valid file `image`
     */
    fromForm: reader.fromForm,

    /** Replaces the image by one prepared by {@link fromForm}. */
    async set(image: Buffer): Promise<void> {
      await fileStore.write(BRAND_IMAGE, image);
    },

    exists: (): Promise<boolean> => fileStore.exists(BRAND_IMAGE),

    /** @throws AppError 404 if no brand image is set. */
    async require(): Promise<void> {
      if (!(await fileStore.exists(BRAND_IMAGE))) throw noBrandImage();
    },

    /** @throws AppError 404 if no brand image is set. */
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
