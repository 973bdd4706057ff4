import {t} from '@lingui/core/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useState} from 'react';
import {isPicture} from '../../data/files/media.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {fittedInto} from '../../lib/picture-sizes.ts';
import {server} from '../../lib/server.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {FileCard} from './file-card.tsx';
import styles from './post-files.module.css';

const FileViewer = lazyComponent(() => import('./file-viewer.tsx'));

/** The size of the largest preview, in pixels. */
const BOX = [480, 320] as const;

/** The files of a message. A single picture is shown large, unless the person turned that off; others are cards. */
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
      {viewed !== undefined && (
        <FileViewer files={files} start={viewed} onClose={() => setViewed(undefined)} />
      )}
    </div>
  );
}

/** Keeps its place while it loads, so that nothing moves. */
function SinglePicture({file, onView}: {file: FileInfo; onView: () => void}) {
  const {name} = file;
  const [width, height] = file.width && file.height ? fittedInto([file.width, file.height], BOX) : [];
  const source = file.has_preview_image
    ? server.getFilePreviewUrl(file.id, 0)
    : server.getFileUrl(file.id, 0);
  return (
    <button type="button" className={styles.picture} onClick={onView} aria-label={t`Show ${name}`}>
      <img src={source} alt={name} loading="lazy" width={width} height={height} style={{maxHeight: BOX[1]}} />
    </button>
  );
}
