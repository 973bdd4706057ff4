import {uploadFiles} from '../../data/files/upload-files.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import VoiceRecorder from '../media/voice-recorder.tsx';

interface VoiceMessageProps {
  placeId: string;
  channelId: string;
  onClose: () => void;
  /** Called once the recording is part of the draft, if the person wants to send it. */
  onReady: () => void;
}

/** Records a voice message for the draft of a place. */
export default function VoiceMessage({placeId, channelId, onClose, onReady}: VoiceMessageProps) {
  const {MaxFileSize, MaxVoiceMessageSeconds} = useClientConfig();
  return (
    <VoiceRecorder
      maxMillis={Number(MaxVoiceMessageSeconds) * 1000}
      maxBytes={Number(MaxFileSize)}
      onRecorded={(file, voice, isSent) => {
        uploadFiles(placeId, channelId, [file], voice, isSent ? onReady : undefined);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
