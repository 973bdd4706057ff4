import type {FileInfo} from '@mattermost/types/files';
import {mediaKind} from '../../data/files/media.ts';
import {readVoiceMessage} from '../../data/files/received-voice-messages.ts';
import {AudioPlayer} from './audio-player.tsx';
import {VideoPlayer} from './video-player.tsx';

interface FilePlayerProps {
  file: FileInfo;
  /** The props of the message. */
  props: Record<string, unknown> | undefined;
}

/** Plays a video or a sound in a message. */
export default function FilePlayer({file, props}: FilePlayerProps) {
  return mediaKind(file) === 'video' ? (
    <VideoPlayer file={file} />
  ) : (
    <AudioPlayer file={file} voice={readVoiceMessage(props, file.id)} />
  );
}
