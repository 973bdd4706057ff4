import {withCatalog} from '../../lib/i18n.ts';
import {lazyComponent} from './lazy-component.tsx';

/** Leads administrators to a setting. It is loaded on demand, because the labels of settings are in their own catalog. */
export const SettingLink = lazyComponent(() => withCatalog('settings', import('./labeled-setting-link.tsx')));
