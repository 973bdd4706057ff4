import type {Config} from '../../platform/config/config.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileContent, FileStore} from '../../platform/file-store/file-store.ts';
import {byteSize} from '../../platform/formats/byte-size/byte-size.ts';
import {MEDIA_TYPE_SAMPLE_BYTES, mediaTypeOf} from '../../platform/formats/media-types.ts';
import {type ImageInfo, type Images, isReadableImage} from '../../platform/images/images.ts';
import {cleanFileName, fileExtension} from './file-names.ts';
import type {FileInfoRow} from './store.ts';

/** A file whose content is in the store, without its owner and channel. */
export type ReceivedFile = Pick<
  FileInfoRow,
  | 'id'
  | 'createat'
  | 'path'
  | 'thumbnailpath'
  | 'previewpath'
  | 'name'
  | 'extension'
  | 'size'
  | 'mimetype'
  | 'width'
  | 'height'
  | 'haspreviewimage'
  | 'minipreview'
  | 'sha256'
>;

/** A fixed location for a file, so that a retry overwrites the same path. */
export interface FileLocation {
  id: string;
  /** A folder in the store that only this file uses. */
  folder: string;
}

/** Receives files: stores their content and creates previews. */
export function createFileReceiver({
  fileStore,
  images,
  config,
}: {
  fileStore: FileStore;
  images: Images;
  config: Config;
}) {
  /**
   * Streams a file into the store and detects its type. Creates previews of images, except of animations, because a
   * preview would not move. Leaves nothing behind on failure.
   *
   * @param options.keepHugeImages stores an image with more pixels than FileSettings.MaxImageResolution without
   *   previews instead of rejecting it; used by imports
   * @param options.location the location; by default a new one. Overwrites the remains of an interrupted attempt
   * @throws AppError 413 if it is larger than FileSettings.MaxFileSize, 400 for an invalid name and for an image with
   *   more pixels than FileSettings.MaxImageResolution
   */
  async function receive(
    givenName: string,
    content: FileContent,
    {keepHugeImages = false, location}: {keepHugeImages?: boolean; location?: FileLocation} = {},
  ): Promise<ReceivedFile> {
    const name = cleanFileName(givenName);
    const extension = fileExtension(name);
    const now = Date.now();
    const {id, folder} = location ?? newLocation(now);
    const file: ReceivedFile = {
      id,
      createat: now,
      // Only letters and digits of the name reach the file system.
      path: `${folder}/original${/^[a-z0-9]{1,16}$/.test(extension) ? `.${extension}` : ''}`,
      thumbnailpath: '',
      previewpath: '',
      name,
      extension,
      size: 0,
      mimetype: '',
      width: 0,
      height: 0,
      haspreviewimage: false,
      minipreview: null,
      sha256: '',
    };
    const sample: Uint8Array[] = [];
    const {MaxFileSize} = config.get().FileSettings;
    Object.assign(file, await fileStore.write(file.path, sampled(content, name, MaxFileSize, sample)));
    try {
      file.mimetype = await mediaTypeOf(Buffer.concat(sample), extension);
      if (isReadableImage(file.mimetype)) await addPreviews(file, folder, keepHugeImages);
    } catch (error) {
      await discard(file);
      throw error;
    }
    return file;
  }

  async function addPreviews(
    file: ReceivedFile,
    folder: string,
    storeWithoutPreviews: boolean,
  ): Promise<void> {
    await fileStore.withLocalFile(file.path, async (localName) => {
      const facts = await images.inspect(localName);
      if (!facts) return;
      const isHuge = !images.isWithinLimit(facts);
      if (isHuge && !storeWithoutPreviews) throw tooManyPixels(file.name, facts, config);
      file.width = facts.width;
      file.height = facts.height;
      if (isHuge) return;
      if (file.mimetype === 'image/gif' && facts.frames > 1) return;
      const previews = await images.previews(localName);
      if (!previews) return;
      const thumbnailPath = `${folder}/thumbnail.${previews.thumbnail.extension}`;
      await fileStore.write(thumbnailPath, previews.thumbnail.data);
      file.thumbnailpath = thumbnailPath;
      const previewPath = `${folder}/preview.${previews.preview.extension}`;
      await fileStore.write(previewPath, previews.preview.data);
      file.previewpath = previewPath;
      file.minipreview = previews.mini;
      file.haspreviewimage = true;
    });
  }

  /** Removes a file and its previews from the store. */
  async function discard(file: Pick<FileInfoRow, 'path' | 'thumbnailpath' | 'previewpath'>): Promise<void> {
    for (const path of [file.thumbnailpath, file.previewpath, file.path]) {
      if (path !== '') await fileStore.remove(path);
    }
  }

  return {receive, discard};
}

function newLocation(now: number): FileLocation {
  const id = newId();
  return {id, folder: `files/${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}/${id}`};
}

/** Passes the content through and copies its start to `sample`. Throws if it is too long. */
async function* sampled(
  content: FileContent,
  name: string,
  maxBytes: number,
  sample: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    if (size < MEDIA_TYPE_SAMPLE_BYTES) sample.push(chunk.subarray(0, MEDIA_TYPE_SAMPLE_BYTES - size));
    size += chunk.byteLength;
    if (size > maxBytes) throw fileTooLarge(name, maxBytes);
    yield chunk;
  }
}

/** 413: the file exceeds the size limit. */
function fileTooLarge(name: string, maxBytes: number): AppError {
  return new AppError({
    id: 'api.file.upload_file.too_large_detailed.app_error',
    message: `"${name}" is too large. A file can have at most ${byteSize(maxBytes)} (FileSettings.MaxFileSize).`,
    params: {name, bytes: maxBytes},
    status: 413,
    path: 'files',
  });
}

function tooManyPixels(name: string, {width, height}: ImageInfo, config: Config): AppError {
  const pixels = config.get().FileSettings.MaxImageResolution;
  return new AppError({
    id: 'api.file.upload_file.large_image_detailed.app_error',
    message: `"${name}" is ${width} by ${height} pixels; an image can have at most ${pixels} pixels (FileSettings.MaxImageResolution). Resize it, or put it into a zip file.`,
    status: 400,
    path: 'files',
  });
}
