import type {FileInfo} from '@mattermost/types/files';
import {lazy, Suspense, useState} from 'react';
import {Icon} from '../../components/icon.tsx';
import {fittedInto} from '../../lib/picture-sizes.ts';
import {usePreference} from '../../lib/preferences.ts';
import {server} from '../../lib/server.ts';
import {byteSize} from '../../lib/sizes.ts';
import {isPicture, mediaKind} from './media.ts';
import styles from './post-files.module.css';

const FileViewer = lazy(() => import('./file-viewer.tsx'));

/** Pixels of the largest preview. */
const BOX = [480, 320] as const;

/** The files of a message: a picture as such, unless the person wants none of them large; others as cards. */
export function PostFiles({files}: {files: readonly FileInfo[]}) {
  const [viewed, setViewed] = useState<number>();
  const isCollapsed = usePreference('display_settings', 'collapse_previews', 'false') === 'true';
  const only = files.length === 1 && !isCollapsed ? files.find(isPicture) : undefined;
  return (
    <div className={styles.files}>
      {files.map((file, index) =>
        file === only ? (
          <SinglePicture key={file.id} file={file} onView={() => setViewed(index)} />
        ) : (
          <FileCard key={file.id} file={file} onView={() => setViewed(index)} />
        ),
      )}
      <Suspense>
        {viewed !== undefined && (
          <FileViewer files={files} start={viewed} onClose={() => setViewed(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

/** Its place is kept while it loads, so that nothing jumps. */
function SinglePicture({file, onView}: {file: FileInfo; onView: () => void}) {
  const [width, height] = file.width && file.height ? fittedInto([file.width, file.height], BOX) : [];
  const source = file.has_preview_image
    ? server.getFilePreviewUrl(file.id, 0)
    : server.getFileUrl(file.id, 0);
  return (
    <button type="button" className={styles.picture} onClick={onView} aria-label={`Show ${file.name}`}>
      <img
        src={source}
        alt={file.name}
        loading="lazy"
        width={width}
        height={height}
        style={{maxHeight: BOX[1]}}
      />
    </button>
  );
}

function FileCard({file, onView}: {file: FileInfo; onView: () => void}) {
  return (
    <div className={styles.card}>
      <button type="button" className={styles.open} onClick={onView}>
        <span className="visually-hidden">Show </span>
        {isPicture(file) && file.has_preview_image ? (
          <img className={styles.thumb} src={server.getFileThumbnailUrl(file.id, 0)} alt="" loading="lazy" />
        ) : (
          <span className={styles.icon}>
            <Icon name={mediaKind(file) === 'text' ? 'document' : 'file'} size={24} />
          </span>
        )}
        <span className={styles.text}>
          <span className={styles.name}>{file.name}</span>
          <span className={styles.size}>
            {[file.extension.toUpperCase(), byteSize(file.size)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      <a
        className={styles.download}
        href={`${server.getFileUrl(file.id, 0)}?download=1`}
        download={file.name}
        aria-label={`Download ${file.name}`}
        title="Download"
      >
        <Icon name="download" size={18} />
      </a>
    </div>
  );
}
