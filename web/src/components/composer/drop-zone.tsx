import {Trans} from '@lingui/react/macro';
import {type DragEvent, type ReactNode, useState} from 'react';
import {uploadFiles} from '../../data/files/upload-files.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {Icon} from '../ui/icon.tsx';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** The place of the draft: a channel, or a thread by its first post. */
  placeId: string;
  channelId: string;
  children: ReactNode;
}

/** Attaches dropped files to the draft of the place. */
export function DropZone({placeId, channelId, children}: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const withFiles = useIsOn('EnableFileAttachments');
  const carriesFiles = (event: DragEvent) => withFiles && event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be attached by a button too.
    <div
      className={styles.zone}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        uploadFiles(placeId, channelId, [...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className={styles.drop}>
          <Icon name="upload" size={32} />
          <Trans>Drop files to attach them</Trans>
        </div>
      )}
    </div>
  );
}
