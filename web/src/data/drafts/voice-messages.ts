import type {FileInfo} from '@mattermost/types/files';

/** The length and loudness of a voice message, which the player shows before it loads the file. */
export interface VoiceMessage {
  /** In milliseconds. */
  duration: number;
  /** The loudness over time, from 0 to 100. */
  peaks: readonly number[];
}

/** A file in a draft. `voice` describes a voice message until it is sent. */
export type DraftFile = FileInfo & {voice?: VoiceMessage | undefined};

/** The prop of a message that describes its voice messages, by file id. */
export const VOICE_PROPERTY = 'voice_messages';

/** The props of a message with these files. */
export function voiceProps(files: readonly DraftFile[]): Record<string, unknown> | undefined {
  const voices = files.flatMap(({id, voice}) => (voice ? [[id, voice] as const] : []));
  return voices.length > 0 ? {[VOICE_PROPERTY]: Object.fromEntries(voices)} : undefined;
}
