import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {Heading} from 'react-aria-components/Heading';
import {Modal, ModalOverlay} from 'react-aria-components/Modal';
import {mediaKind} from '../../data/files/media.ts';
import {byteSize, count} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {Icon} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {ErrorState, LoadingState} from '../ui/state.tsx';
import styles from './file-viewer.module.css';

/** Shows a file in the whole window, with buttons for the next and the previous one. */
export default function FileViewer({
  files,
  start,
  onClose,
}: {
  files: readonly FileInfo[];
  start: number;
  onClose: () => void;
}) {
  const [index, setIndex] = useState(start);
  const file = files[index]!;
  const number = count(index + 1);
  const total = count(files.length);
  const move = (step: number) => setIndex((index + step + files.length) % files.length);
  // The arrow keys work wherever the focus is, except in a video or sound, where they seek.
  useEffect(() => {
    if (files.length < 2) return;
    const onKey = ({key, target}: KeyboardEvent) => {
      if (target instanceof HTMLMediaElement) return;
      const isRightToLeft = document.documentElement.dir === 'rtl';
      if (key === 'ArrowRight') move(isRightToLeft ? -1 : 1);
      if (key === 'ArrowLeft') move(isRightToLeft ? 1 : -1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={styles.overlay}>
      <Modal className={styles.modal}>
        <Dialog className={styles.viewer}>
          <div className={styles.inner}>
            <header className={styles.header}>
              <div className={styles.title}>
                <Heading slot="title" level={2} className={styles.name}>
                  {file.name}
                </Heading>
                <span className={styles.facts}>
                  {byteSize(file.size)}
                  {files.length > 1 && (
                    <>
                      {' · '}
                      <Trans comment="Position among the files of a message, such as: 2 of 5">
                        {number} of {total}
                      </Trans>
                    </>
                  )}
                </span>
              </div>
              <a
                className={styles.download}
                href={`${server.getFileUrl(file.id, 0)}?download=1`}
                download={file.name}
              >
                <Icon name="download" size={18} /> <Trans>Download</Trans>
              </a>
              <IconButton icon="close" label={t`Close`} onDark onPress={onClose} />
            </header>
            <div className={styles.stage}>
              {files.length > 1 && (
                <IconButton icon="chevronLeft" label={t`Previous file`} onDark onPress={() => move(-1)} />
              )}
              <div className={styles.content}>
                <FileContent key={file.id} file={file} />
              </div>
              {files.length > 1 && (
                <IconButton icon="chevronRight" label={t`Next file`} onDark onPress={() => move(1)} />
              )}
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function FileContent({file}: {file: FileInfo}) {
  const url = server.getFileUrl(file.id, 0);
  switch (mediaKind(file)) {
    case 'picture':
      return <img className={styles.picture} src={url} alt={file.name} />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: users upload it, with the captions that it contains.
      return <video className={styles.picture} src={url} controls />;
    case 'sound':
      // biome-ignore lint/a11y/useMediaCaption: the same.
      return <audio src={url} controls />;
    case 'text':
      return <TextContent url={url} size={file.size} />;
    default:
      return (
        <p className={styles.none}>
          <Trans>This type of file can't be shown here. Download it to open it.</Trans>
        </p>
      );
  }
}

/** Larger text files are not shown, in bytes. */
const MAX_TEXT = 1 << 20;

function TextContent({url, size}: {url: string; size: number}) {
  const {data, error} = useQuery({
    queryKey: ['file-text', url],
    queryFn: async () => (await fetch(url)).text(),
    enabled: size <= MAX_TEXT,
  });
  if (size > MAX_TEXT) {
    return (
      <p className={styles.none}>
        <Trans>This file is too large to show here. Download it to open it.</Trans>
      </p>
    );
  }
  if (error) return <ErrorState error={error} />;
  if (data === undefined) return <LoadingState />;
  return <ScrollArea className={styles.text}>{data}</ScrollArea>;
}
