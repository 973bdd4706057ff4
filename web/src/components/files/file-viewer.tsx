import type {FileInfo} from '@mattermost/types/files';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {Heading} from 'react-aria-components/Heading';
import {Modal, ModalOverlay} from 'react-aria-components/Modal';
import {mediaKind} from '../../data/files/media.ts';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {Icon} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {ErrorState, LoadingState} from '../ui/state.tsx';
import styles from './file-viewer.module.css';

/** A file as large as the window, and from there the next. */
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
  const move = (step: number) => setIndex((index + step + files.length) % files.length);
  // The arrow keys work wherever the focus is, but in a film, which they wind.
  useEffect(() => {
    if (files.length < 2) return;
    const onKey = ({key, target}: KeyboardEvent) => {
      if (target instanceof HTMLMediaElement) return;
      if (key === 'ArrowRight') move(1);
      if (key === 'ArrowLeft') move(-1);
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
                  {files.length > 1 && ` · ${index + 1} of ${files.length}`}
                </span>
              </div>
              <a
                className={styles.download}
                href={`${server.getFileUrl(file.id, 0)}?download=1`}
                download={file.name}
              >
                <Icon name="download" size={18} /> Download
              </a>
              <IconButton icon="close" label="Close" onDark onPress={onClose} />
            </header>
            <div className={styles.stage}>
              {files.length > 1 && (
                <IconButton icon="chevronLeft" label="Previous file" onDark onPress={() => move(-1)} />
              )}
              <div className={styles.content}>
                <FileContent key={file.id} file={file} />
              </div>
              {files.length > 1 && (
                <IconButton icon="chevronRight" label="Next file" onDark onPress={() => move(1)} />
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
      // biome-ignore lint/a11y/useMediaCaption: it is somebody's file, and has the captions that are in it.
      return <video className={styles.picture} src={url} controls />;
    case 'sound':
      // biome-ignore lint/a11y/useMediaCaption: the same.
      return <audio src={url} controls />;
    case 'text':
      return <TextContent url={url} size={file.size} />;
    default:
      return <p className={styles.none}>This kind of file cannot be shown here. Download it to open it.</p>;
  }
}

/** Bytes of the largest text that is shown. */
const MAX_TEXT = 1 << 20;

function TextContent({url, size}: {url: string; size: number}) {
  const {data, error} = useQuery({
    queryKey: ['file-text', url],
    queryFn: async () => (await fetch(url)).text(),
    enabled: size <= MAX_TEXT,
  });
  if (size > MAX_TEXT)
    return <p className={styles.none}>This text is too long to show. Download it to read it.</p>;
  if (error) return <ErrorState error={error} />;
  if (data === undefined) return <LoadingState />;
  return <ScrollArea className={styles.text}>{data}</ScrollArea>;
}
