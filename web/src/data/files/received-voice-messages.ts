import {VOICE_PROPERTY, type VoiceMessage} from '../drafts/voice-messages.ts';

/** The maximum number of peaks of a voice message. */
export const MAX_PEAKS = 80;

/**
 * The description of a voice message, if the message has a valid one. It must be checked, because anyone can send any
 * props.
 */
export function readVoiceMessage(
  props: Record<string, unknown> | undefined,
  fileId: string,
): VoiceMessage | undefined {
  const {duration, peaks} =
    (props?.[VOICE_PROPERTY] as Record<string, Partial<VoiceMessage>> | null)?.[fileId] ?? {};
  const isValid =
    typeof duration === 'number' &&
    duration > 0 &&
    Number.isFinite(duration) &&
    Array.isArray(peaks) &&
    peaks.length <= MAX_PEAKS &&
    peaks.every((peak) => typeof peak === 'number' && peak >= 0 && peak <= 100);
  return isValid ? {duration, peaks} : undefined;
}
