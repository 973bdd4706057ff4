import {t} from '@lingui/core/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useRef, useState} from 'react';
import type {VoiceMessage} from '../../data/drafts/voice-messages.ts';
import {server} from '../../lib/server.ts';
import {IconButton} from '../ui/icon-button.tsx';
import styles from './audio-player.module.css';
import {clock} from './clock.ts';
import {MediaFailure} from './media-failure.tsx';
import {playAlone} from './play-alone.ts';
import {Waveform} from './waveform.tsx';

const SPEEDS = [1, 1.5, 2];

interface AudioPlayerProps {
  file: FileInfo;
  /** For a voice message. */
  voice?: VoiceMessage | undefined;
}

/** Plays an audio file. A voice message shows its length and loudness before it is loaded. */
export function AudioPlayer({file, voice}: AudioPlayerProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <MediaFailure file={file} hasDownload={voice !== undefined} />;
  return (
    <SoundPlayer
      name={file.name}
      source={server.getFileUrl(file.id, 0)}
      voice={voice}
      onFailure={() => setFailed(true)}
    />
  );
}

interface SoundPlayerProps {
  name: string;
  /** The URL of the sound. */
  source: string;
  voice: VoiceMessage | undefined;
  onFailure?: () => void;
}

export function SoundPlayer({name, source, voice, onFailure}: SoundPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [at, setAt] = useState(0);
  const [measured, setMeasured] = useState(0);
  // Recordings don't say how long they are.
  const length = voice ? voice.duration / 1000 : measured;

  function toggle() {
    const element = audio.current!;
    if (isPlaying) element.pause();
    // Rejects if playback is paused right away, and if the browser can't play the file, which the error event also
    // reports.
    else element.play().catch(() => undefined);
  }

  function changeSpeed() {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!;
    setSpeed(next);
    audio.current!.playbackRate = next;
  }

  return (
    <fieldset className={styles.player} aria-label={name}>
      {/* biome-ignore lint/a11y/useMediaCaption: users upload it, and it has no captions. */}
      <audio
        ref={audio}
        src={source}
        preload={voice ? 'none' : 'metadata'}
        onPlay={({currentTarget}) => {
          setPlaying(true);
          playAlone(currentTarget);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({currentTarget}) => setAt(currentTarget.currentTime)}
        onDurationChange={({currentTarget: {duration}}) => {
          if (Number.isFinite(duration)) setMeasured(duration);
        }}
        onError={onFailure}
      />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? t`Pause` : t`Play`}
        onPress={toggle}
      />
      <Waveform
        peaks={voice?.peaks ?? []}
        at={at}
        length={length}
        onSeek={(seconds) => {
          setAt(seconds);
          audio.current!.currentTime = seconds;
        }}
      />
      <span className={styles.time}>{clock(isPlaying || at > 0 ? at : length)}</span>
      <button
        type="button"
        className={styles.speed}
        aria-label={`${speed}×, ${t`Playback speed`}`}
        title={t`Playback speed`}
        onClick={changeSpeed}
      >
        {speed}×
      </button>
    </fieldset>
  );
}
