import {t} from '@lingui/core/macro';
import {showError} from '../../../lib/toasts.ts';

/** Tells a person who pressed the key to delete a message that they can't. Loaded then, because few people do. */
export function showUndeletable(): void {
  showError(t`You can't delete this message.`);
}
