import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useEffect, useRef, useState} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {Heading} from 'react-aria-components/Heading';
import {Modal, ModalOverlay} from 'react-aria-components/Modal';
import {flushSync} from 'react-dom';
import {useHomeTeam} from '../../data/channels/home-team.ts';
import {downloadUrl, mediaKind} from '../../data/files/media.ts';
import {CurrentTeamProvider} from '../../data/teams/teams.ts';
import {byteSize, count} from '../../lib/numbers.ts';
import {AudioPlayer} from '../media/audio-player.tsx';
import {VideoPlayer} from '../media/video-player.tsx';
import {JumpLink} from '../panels/jump.tsx';
import {CopyButton} from '../ui/copy.tsx';
import '../ui/focus-return.ts';
import {Icon} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {LoadingState} from '../ui/state.tsx';
import {useCloseRequest} from '../ui/use-close-request.ts';
import {useSwipe} from '../ui/use-swipe.ts';
import {FileAuthorPicture, FileSource} from './file-source.tsx';
import {FileStrip} from './file-strip.tsx';
import styles from './file-viewer.module.css';
import {PictureView} from './picture-view.tsx';

const PdfView = lazyComponent(() => import('./pdf-view.tsx'), <LoadingState />);
const TextView = lazyComponent(() => import('./text-view.tsx'), <LoadingState />);

interface FileViewerProps {
  files: readonly FileInfo[];
  /** The index of the first file to show. */
  start: number;
  onClose: () => void;
}

/** Shows files in the whole window, one at a time. */
export default function FileViewer({files, start, onClose}: FileViewerProps) {
  const [index, setIndex] = useState(start);
  const file = files[index]!;
  const team = useHomeTeam(file.channel_id);
  const number = count(index + 1);
  const total = count(files.length);
  const move = (step: number) => setIndex((before) => (before + step + files.length) % files.length);
  useArrowKeys(files.length > 1, move);
  useCloseRequest(onClose);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={styles.overlay}>
      <Modal className={styles.modal}>
        <Dialog className={styles.viewer}>
          <div className={styles.inner}>
            <header className={styles.header}>
              <FileAuthorPicture file={file} />
              <div className={styles.title}>
                <Heading slot="title" level={2} className={styles.name}>
                  <bdi>{file.name}</bdi>
                </Heading>
                <div className={styles.facts}>
                  <FileSource file={file} />
                  <span>{byteSize(file.size)}</span>
                  {files.length > 1 && (
                    <span>
                      <Trans comment="Position among the files of a message, such as: 2 of 5">
                        {number} of {total}
                      </Trans>
                    </span>
                  )}
                </div>
              </div>
              {file.post_id && (
                <CurrentTeamProvider value={team}>
                  <JumpLink
                    className={styles.action}
                    postId={file.post_id}
                    label={t`Show message`}
                    onJump={onClose}
                  >
                    <Icon name="message" size={18} />
                    <span className={styles.actionText}>
                      <Trans>Show message</Trans>
                    </span>
                  </JumpLink>
                </CurrentTeamProvider>
              )}
              {file.post_id && (
                <CopyButton
                  icon="link"
                  label={t`Copy link`}
                  text={`${window.location.origin}/${team.name}/pl/${file.post_id}`}
                  onDark
                />
              )}
              <a
                className={styles.action}
                href={downloadUrl(file)}
                download={file.name}
                aria-label={t`Download`}
              >
                <Icon name="download" size={18} />
                <span className={styles.actionText}>
                  <Trans>Download</Trans>
                </span>
              </a>
              <IconButton icon="close" label={t`Close`} onDark onPress={onClose} />
            </header>
            <Stage files={files} index={index} onMove={move} onClose={onClose} />
            {files.length > 1 && <FileStrip files={files} index={index} onChoose={setIndex} />}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The arrow keys work wherever the focus is, except where they seek or scroll. */
function useArrowKeys(isOn: boolean, move: (step: number) => void): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (step === undefined || hasOwnArrows(event.target)) return;
      move(document.documentElement.dir === 'rtl' ? -step : step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function hasOwnArrows(target: EventTarget | null): boolean {
  if (target instanceof HTMLMediaElement || target instanceof HTMLInputElement) return true;
  return (
    target instanceof HTMLElement && target.scrollWidth > target.clientWidth && 'scrolls' in target.dataset
  );
}

interface StageProps {
  files: readonly FileInfo[];
  /** The file that is shown. */
  index: number;
  /** Shows the next (1) or previous (-1) file. */
  onMove: (step: number) => void;
  onClose: () => void;
}

/** The file. A swipe shows another one, and a swipe down closes a picture; other files scroll in this direction. */
function Stage({files, index, onMove, onClose}: StageProps) {
  const hasOthers = files.length > 1;
  // It stays where it is, so that the next swipe can begin while the file moves.
  const stage = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [latestStep, setLatestStep] = useState(1);
  useSwipe(stage, (direction) => {
    const away = content.current!;
    // A finger moves a zoomed picture.
    if (away.querySelector('[data-zoomed]')) return undefined;
    if (direction === 'down') {
      if (mediaKind(files[index]!) !== 'picture') return undefined;
      const {style} = away.closest<HTMLElement>(`.${styles.overlay}`)!;
      return {away, onGone: onClose, onMove: (share) => style.setProperty('--shown', String(1 - share))};
    }
    if (!hasOthers) return undefined;
    const step = direction === 'toStart' ? 1 : -1;
    setLatestStep(step);
    return {
      away,
      onGone() {
        flushSync(() => onMove(step));
        moveBack(away);
      },
    };
  });
  return (
    <div ref={stage} className={styles.stage}>
      {hasOthers && (
        <IconButton icon="chevronLeft" label={t`Previous file`} onDark onPress={() => onMove(-1)} />
      )}
      <div ref={content} className={styles.content}>
        {shownFiles(index, files.length, latestStep).map(([position, step]) => {
          const file = files[position]!;
          const isCurrent = step === 0;
          return (
            <div key={file.id} className={styles.file} data-step={step} aria-hidden={!isCurrent}>
              {mediaKind(file) === 'picture' ? (
                <PictureView file={file} isCurrent={isCurrent} />
              ) : isCurrent ? (
                <FileContent file={file} />
              ) : (
                <Icon name="document" size={48} />
              )}
            </div>
          );
        })}
      </div>
      {hasOthers && <IconButton icon="chevronRight" label={t`Next file`} onDark onPress={() => onMove(1)} />}
    </div>
  );
}

/**
 * The positions of the file that is shown (step 0), and on touch screens those of the files that a swipe reveals: the
 * previous (-1) and the next one (1). Of two files, the other one is on the side of the latest swipe.
 */
function shownFiles(index: number, count: number, latestStep: number): [position: number, step: number][] {
  const steps = count === 1 || !('ontouchstart' in window) ? [] : count === 2 ? [latestStep] : [-1, 1];
  return [0, ...steps].map((step) => [(index + step + count) % count, step]);
}

/** Moves an element back to its place at once, because the file that a swipe revealed is there now. */
function moveBack({style, dataset}: HTMLElement): void {
  dataset.swiped = 'moved';
  style.removeProperty('translate');
  // The next movement has a transition, unless another swipe has begun.
  requestAnimationFrame(() => {
    if (dataset.swiped === 'moved') delete dataset.swiped;
  });
}

function FileContent({file}: {file: FileInfo}) {
  switch (mediaKind(file)) {
    case 'video':
      return <VideoPlayer file={file} />;
    case 'sound':
      return <AudioPlayer file={file} />;
    case 'pdf':
      return <PdfView file={file} />;
    case 'text':
      return <TextView file={file} />;
    default:
      return (
        <p className={styles.none}>
          <Trans>This type of file can't be shown here. Download it to open it.</Trans>
        </p>
      );
  }
}
