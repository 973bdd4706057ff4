import {withCatalog} from '../../lib/i18n.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';

/** Shows files in the whole window, one at a time. */
export const FileViewer = lazyComponent(() => withCatalog('files', import('../file-viewer/file-viewer.tsx')));
