import type {FileInfo} from '@mattermost/types/files';
import type {VoiceMessage} from '../../data/drafts/voice-messages.ts';
import {mediaKind} from '../../data/files/media.ts';
import {AudioPlayer} from './audio-player.tsx';
import {VideoPlayer} from './video-player.tsx';

interface FilePlayerProps {
  file: FileInfo;
  /** For a voice message. */
  voice: VoiceMessage | undefined;
}

/** Plays a video or a sound in a message. */
export default function FilePlayer({file, voice}: FilePlayerProps) {
  return mediaKind(file) === 'video' ? (
    <VideoPlayer file={file} />
  ) : (
    <AudioPlayer file={file} voice={voice} />
  );
}
