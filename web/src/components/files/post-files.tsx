import {t} from '@lingui/core/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useState} from 'react';
import {localPictureUrl} from '../../data/files/local-pictures.ts';
import {downloadUrl, isPicture, mediaKind} from '../../data/files/media.ts';
import {readVoiceMessage} from '../../data/files/received-voice-messages.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {byteSize, count} from '../../lib/numbers.ts';
import {fittedInto, type PictureSize} from '../../lib/picture-sizes.ts';
import {server} from '../../lib/server.ts';
import {Icon} from '../ui/icon.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {FileCard} from './file-card.tsx';
import {FILE_PREVIEWS} from './file-preview.ts';
import {FileViewer} from './file-viewer.ts';
import styles from './post-files.module.css';

const FilePlayer = lazyComponent(() => withCatalog('files', import('../media/file-player.tsx')));

/** The size of the largest preview, in pixels. */
const BOX = [480, 320] as const;

/** In a longer list, no card has a preview. */
const MAX_PREVIEWS = 4;

interface PostFilesProps {
  files: readonly FileInfo[];
  /** The props of the message, which describe its voice messages. */
  props?: Record<string, unknown>;
}

/**
 * The files of a message: pictures, players for video and sound, and cards for other files. A single card has a preview
 * of text or a PDF. Several are a list, in which only PDFs have one, because those all have the same height. Each keeps
 * its place while it loads, so that nothing moves. A person can turn previews off, and then all of them except voice
 * messages are cards.
 */
export function PostFiles({files, props}: PostFilesProps) {
  const [viewed, setViewed] = useState<number>();
  const isCollapsed = usePreference('display_settings', 'collapse_previews', 'false') === 'true';
  const pictures = isCollapsed ? [] : files.filter(isPicture);
  const view = (file: FileInfo) => setViewed(files.indexOf(file));
  const others = files.filter((file) => !pictures.includes(file));
  return (
    <div className={styles.files}>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.length === 1 ? (
            <SinglePicture file={pictures[0]!} onView={view} />
          ) : (
            <PictureGrid files={pictures} onView={view} />
          )}
        </div>
      )}
      {others.map((file) => {
        const kind = mediaKind(file);
        const voice = readVoiceMessage(props, file.id);
        // A voice message is like text.
        const isCard = isCollapsed && !voice;
        if (isCard || (kind !== 'video' && kind !== 'sound')) {
          const isPreviewed = others.length === 1 || (kind === 'pdf' && others.length <= MAX_PREVIEWS);
          const Preview = isPreviewed && !isCollapsed ? FILE_PREVIEWS[kind] : undefined;
          return (
            <FileCard key={file.id} file={file} onView={() => view(file)}>
              {Preview && <Preview file={file} onView={() => view(file)} />}
            </FileCard>
          );
        }
        return (
          <div key={file.id} className={styles.media}>
            {!voice && <MediaHead file={file} />}
            <div className={styles[kind]}>
              <FilePlayer file={file} voice={voice} />
            </div>
          </div>
        );
      })}
      {viewed !== undefined && (
        <FileViewer files={files} start={viewed} onClose={() => setViewed(undefined)} />
      )}
    </div>
  );
}

/** The name and the size of a video or a sound, with a link to download it. */
function MediaHead({file}: {file: FileInfo}) {
  const {name} = file;
  return (
    <div className={styles.head}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.size}>{byteSize(file.size)}</span>
      <a
        className="touch-target"
        href={downloadUrl(file)}
        download={name}
        aria-label={t`Download ${name}`}
        title={t`Download`}
      >
        <Icon name="download" size={16} />
      </a>
    </div>
  );
}

const pictureUrl = (file: FileInfo) =>
  localPictureUrl(file.id) ??
  (file.has_preview_image ? server.getFilePreviewUrl(file.id, 0) : server.getFileUrl(file.id, 0));

interface PictureProps {
  file: FileInfo;
  onView: (file: FileInfo) => void;
}

function SinglePicture({file, onView}: PictureProps) {
  const {name} = file;
  const [width, height] = file.width && file.height ? previewSize([file.width, file.height]) : [];
  return (
    <button
      type="button"
      className={styles.picture}
      onClick={() => onView(file)}
      aria-label={t`Show ${name}`}
    >
      <img
        src={pictureUrl(file)}
        alt={name}
        loading="lazy"
        width={width}
        height={height}
        style={{maxHeight: BOX[1], ...(width && height && {aspectRatio: width / height})}}
      />
    </button>
  );
}

/** The least width and height of a preview, in pixels. */
const LEAST = [160, 48] as const;

/** The size of a preview. A very tall or wide picture would be a thin line, so only a part of it is shown. */
function previewSize(own: PictureSize): PictureSize {
  const [width, height] = fittedInto(own, BOX);
  return [Math.max(width, Math.min(own[0], LEAST[0])), Math.max(height, Math.min(own[1], LEAST[1]))];
}

/** How many pictures a grid has room for. The last one says how many more there are. */
const CELLS = 4;

function PictureGrid({files, onView}: {files: readonly FileInfo[]; onView: PictureProps['onView']}) {
  const hidden = Math.max(0, files.length - CELLS);
  return (
    <div className={styles.grid} data-count={Math.min(CELLS, files.length)}>
      {files.slice(0, CELLS).map((file, index) => {
        const {name} = file;
        const more = hidden > 0 && index === CELLS - 1 ? `+${count(hidden)}` : '';
        return (
          <button
            key={file.id}
            type="button"
            className={styles.picture}
            onClick={() => onView(file)}
            aria-label={`${t`Show ${name}`} ${more}`.trim()}
          >
            <img src={pictureUrl(file)} alt={name} loading="lazy" data-small={isSmall(file) || undefined} />
            {more && <span className={styles.more}>{more}</span>}
          </button>
        );
      })}
    </div>
  );
}

/** In pixels. Smaller pictures, such as icons, would be blurred in a cell of a grid. */
const SMALL = 100;

function isSmall({width, height}: FileInfo): boolean {
  return width > 0 && height > 0 && width <= SMALL && height <= SMALL;
}
