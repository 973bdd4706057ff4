import {useQuery} from '@tanstack/react-query';
import {useRef} from 'react';
import {drawFirstPage} from '../../data/files/pdf-pictures.ts';
import type {PreviewProps} from './file-preview.ts';
import styles from './pdf-preview.module.css';
import {useIsNearView} from './use-is-near-view.ts';

/** The top of a PDF's first page. It disappears if that can't be drawn, because the viewer says why. */
export default function PdfPreview({file, onView}: PreviewProps) {
  const frame = useRef<HTMLButtonElement>(null);
  const isNear = useIsNearView(frame);
  const {data} = useQuery({
    queryKey: ['pdf-preview', file.id],
    queryFn: ({signal}) => drawFirstPage(file.id, signal),
    enabled: isNear,
    staleTime: Infinity,
  });
  if (data === null) return null;
  return (
    // The button with the name of the file does the same.
    <button type="button" ref={frame} className={styles.frame} tabIndex={-1} aria-hidden onClick={onView}>
      {data && <img src={data} alt="" />}
    </button>
  );
}
