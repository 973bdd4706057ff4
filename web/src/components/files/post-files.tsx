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
      {viewed !== undefined && (
        <FileViewer files={files} start={viewed} onClose={() => setViewed(undefined)} />
      )}
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
