import type {FileInfo} from '@mattermost/types/files';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useRef, useState} from 'react';
import {detectLanguage, readFileText} from '../../data/files/file-text.ts';
import {Highlighting} from '../markdown/highlighting.tsx';
import {Collapsible} from '../ui/collapsible.tsx';
import styles from './text-preview.module.css';

/** How much of a file a message shows. The viewer shows more. */
const MAX_BYTES = 8_192;
const MAX_LINES = 60;

/** Height in pixels above which a preview is collapsed. */
const HEIGHT = 160;

/** To estimate the height of a short file before it is loaded: the length of a line in bytes, and its height in pixels. */
const LINE_BYTES = 40;
const LINE_HEIGHT = 20;

/** The first lines of a text file, loaded once it is visible. It stays empty if that fails, because the viewer says why. */
export default function TextPreview({file}: {file: FileInfo}) {
  const frame = useRef<HTMLDivElement>(null);
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry!.isIntersecting) setVisible(true);
      },
      {rootMargin: '50%'},
    );
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const {data, isError} = useQuery({
    queryKey: ['file-preview', file.id],
    queryFn: async () => (await readFileText(file, MAX_BYTES)).split('\n', MAX_LINES).join('\n').trimEnd(),
    enabled: isVisible,
    staleTime: Infinity,
  });
  if (isError || data === '') return null;
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={data === undefined ? {height: expectedHeight(file)} : undefined}
    >
      {data !== undefined && (
        <Collapsible height={HEIGHT}>
          <pre className={styles.text} dir="auto">
            <Highlighting code={data} language={detectLanguage(file)} />
          </pre>
        </Collapsible>
      )}
    </div>
  );
}

function expectedHeight({size}: FileInfo): number {
  return Math.min(HEIGHT, Math.ceil(size / LINE_BYTES) * LINE_HEIGHT);
}
