import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import type {VoiceMessage} from '../drafts/voice-messages.ts';

/**
 * Uploads files for the draft of a channel or thread. A voice message is a single file with a description. `onUploaded` is
 * called for each file that has become part of the draft.
 */
export function uploadFiles(
  placeId: string,
  channelId: string,
  files: readonly File[],
  voice?: VoiceMessage,
  onUploaded?: () => void,
): void {
  import('./uploading.ts').then(
    ({startUploads}) => startUploads(placeId, channelId, files, voice, onUploaded),
    (error) => showError(errorMessage(error)),
  );
}
