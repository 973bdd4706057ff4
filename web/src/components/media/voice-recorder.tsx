import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type KeyboardEvent, useEffect, useRef, useState} from 'react';
import type {VoiceMessage} from '../../data/drafts/voice-messages.ts';
import {Button} from '../ui/button.tsx';
import {Icon} from '../ui/icon.tsx';
import {SoundPlayer} from './audio-player.tsx';
import {clock} from './clock.ts';
import {microphoneError, type Recording, startRecording, type VoiceFile} from './recording.ts';
import styles from './voice-recorder.module.css';

interface VoiceRecorderProps {
  /** In milliseconds. */
  maxMillis: number;
  /** In bytes. */
  maxBytes: number;
  /** Adds the recording to the message, which is then sent if `isSent` is true. */
  onRecorded: (file: File, voice: VoiceMessage, isSent: boolean) => void;
  onClose: () => void;
}

/** Records a voice message. The person can send it at once, or listen to it first. */
export default function VoiceRecorder({maxMillis, maxBytes, onRecorded, onClose}: VoiceRecorderProps) {
  const [recording, setRecording] = useState<Recording>();
  const [recorded, setRecorded] = useState<VoiceFile>();
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const frame = useRef<HTMLFieldSetElement>(null);
  const isSent = useRef(false);
  // The button that opened the recorder is disabled now, so it lost the focus.
  useEffect(() => frame.current!.focus(), []);
  useEffect(() => {
    let current: Recording | undefined;
    let isClosed = false;
    startRecording(maxMillis, maxBytes).then(
      (started) => {
        if (isClosed) return started.cancel();
        current = started;
        setRecording(started);
        started.done.then(
          (made) => (isSent.current ? onRecorded(made.file, made.voice, true) : setRecorded(made)),
          (cause) => setError(microphoneError(cause)),
        );
      },
      (cause) => {
        if (!isClosed) setError(microphoneError(cause));
      },
    );
    return () => {
      isClosed = true;
      current?.cancel();
    };
  }, [attempt, maxMillis, maxBytes]);

  function again() {
    setRecording(undefined);
    setRecorded(undefined);
    setError(undefined);
    setAttempt(attempt + 1);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }
  return (
    <fieldset
      ref={frame}
      tabIndex={-1}
      className={styles.recorder}
      aria-label={t`Voice message`}
      onKeyDown={onKeyDown}
    >
      {error !== undefined ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : recorded ? (
        <Preview recorded={recorded} />
      ) : recording ? (
        <Progress recording={recording} maxMillis={maxMillis} />
      ) : (
        <p role="status">
          <Trans>Waiting for the microphone…</Trans>
        </p>
      )}
      <div className={styles.buttons}>
        <Button key={error} size="small" kind="quiet" autoFocus={error !== undefined} onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        {(recorded || error !== undefined) && (
          <Button size="small" icon="refresh" onPress={again}>
            {recorded ? <Trans>Record again</Trans> : <Trans>Try again</Trans>}
          </Button>
        )}
        {recorded && error === undefined && (
          <>
            <Button
              size="small"
              icon="check"
              onPress={() => onRecorded(recorded.file, recorded.voice, false)}
            >
              <Trans>Add to message</Trans>
            </Button>
            <SendButton onPress={() => onRecorded(recorded.file, recorded.voice, true)} />
          </>
        )}
        {recording && !recorded && error === undefined && (
          <>
            <Button size="small" onPress={recording.stop}>
              <Trans>Stop recording</Trans>
            </Button>
            <SendButton
              onPress={() => {
                isSent.current = true;
                recording.stop();
              }}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}

function SendButton({onPress}: {onPress: () => void}) {
  return (
    <Button size="small" kind="primary" icon="send" autoFocus onPress={onPress}>
      <Trans>Send</Trans>
    </Button>
  );
}

/** How long the recording is, and how loud it is now. */
function Progress({recording, maxMillis}: {recording: Recording; maxMillis: number}) {
  const meter = useRef<HTMLMeterElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      recording.follow((level, elapsed) => {
        meter.current!.value = level;
        time.current!.textContent = clock(elapsed / 1000);
      }),
    [recording],
  );
  return (
    <div className={styles.progress}>
      <span className={styles.mark}>
        <Icon name="microphone" size={18} />
      </span>
      <span role="status" className="visually-hidden">
        <Trans>Recording…</Trans>
      </span>
      <meter ref={meter} className={styles.meter} min={0} max={100} aria-label={t`Loudness`} />
      <span className={styles.time}>
        <span ref={time}>{clock(0)}</span> / {clock(maxMillis / 1000)}
      </span>
    </div>
  );
}

function Preview({recorded}: {recorded: VoiceFile}) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(recorded.file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [recorded]);
  return (
    <div className={styles.preview}>
      {source && <SoundPlayer name={recorded.file.name} source={source} voice={recorded.voice} />}
    </div>
  );
}
