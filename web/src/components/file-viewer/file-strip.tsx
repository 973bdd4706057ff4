import {t} from '@lingui/core/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useEffect, useRef} from 'react';
import {isPicture} from '../../data/files/media.ts';
import {server} from '../../lib/server.ts';
import {fileIcon} from '../media/file-icon.ts';
import {Icon} from '../ui/icon.tsx';
import {withTooltip} from '../ui/tooltips.ts';
import styles from './file-strip.module.css';

interface FileStripProps {
  files: readonly FileInfo[];
  /** The file that is shown. */
  index: number;
  onChoose: (index: number) => void;
}

/** A row with a small picture of each file, to choose one. */
export function FileStrip({files, index, onChoose}: FileStripProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({block: 'nearest', inline: 'center'});
  }, [index]);
  return (
    <ul ref={list} className={styles.strip} aria-label={t`Files`}>
      {files.map((file, position) => (
        <li key={file.id}>
          <button
            ref={withTooltip(file.name)}
            type="button"
            className={styles.file}
            aria-label={file.name}
            aria-current={position === index || undefined}
            onClick={() => onChoose(position)}
          >
            {isPicture(file) && file.has_preview_image ? (
              <img src={server.getFileThumbnailUrl(file.id, 0)} alt="" loading="lazy" />
            ) : (
              <>
                <Icon name={fileIcon(file)} />
                <bdi className={styles.kind} aria-hidden>
                  {file.extension}
                </bdi>
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
