import {Trans} from '@lingui/react/macro';
import {type DragEvent, type ReactNode, useState} from 'react';
import {useMayAttach} from '../../data/files/may-attach.ts';
import {uploadFiles} from '../../data/files/upload-files.ts';
import {Icon} from '../ui/icon.tsx';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** The place of the draft: a channel, a thread by its first post, or an edited message. */
  placeId: string;
  channelId: string;
  /** Whether it is only a few lines tall. */
  low?: boolean;
  children: ReactNode;
}

/** Attaches dropped files to the draft of the place. In a zone within another, only the inner one takes them. */
export function DropZone({placeId, channelId, low, children}: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const mayAttach = useMayAttach(channelId);
  const carriesFiles = (event: DragEvent) => mayAttach && event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be attached by a button too.
    <div
      className={styles.zone}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        setOver(!event.isDefaultPrevented());
        event.preventDefault();
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event) || event.isDefaultPrevented()) return;
        event.preventDefault();
        uploadFiles(placeId, channelId, [...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className={styles.drop} data-low={low}>
          <Icon name="upload" size={low ? 20 : 32} />
          <Trans>Drop files to attach them</Trans>
        </div>
      )}
    </div>
  );
}
