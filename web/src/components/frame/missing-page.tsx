import {withCatalog} from '../../lib/i18n.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {LoadingState} from '../ui/state.tsx';

/** The page for an address that doesn't exist, or that the person can't access. */
export const Missing = lazyComponent(
  () => withCatalog('pages', import('./missing/missing.tsx')),
  <LoadingState />,
);

/** The content of a page, below its header, if what it shows doesn't exist or the person can't access it. */
export const MissingState = lazyComponent(
  () => withCatalog('pages', import('./missing/missing-state.tsx')),
  <LoadingState />,
);
