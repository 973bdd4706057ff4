import type {FileInfo} from '@mattermost/types/files';
import {type LazyComponent, lazyComponent} from '../ui/lazy-component.tsx';

export interface PreviewProps {
  file: FileInfo;
  onView: () => void;
}

/** The previews of files in messages, by the kind of file. Their code is loaded when there is one. */
export const FILE_PREVIEWS: Record<string, LazyComponent<PreviewProps>> = {
  text: lazyComponent(() => import('./text-preview.tsx')),
  pdf: lazyComponent(() => import('./pdf-preview.tsx')),
};
