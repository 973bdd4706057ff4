import {t} from '@lingui/core/macro';
import type {VoiceMessage} from '../../data/drafts/voice-messages.ts';
import {MAX_PEAKS} from '../../data/files/received-voice-messages.ts';
import {browserZone} from '../../lib/dates.ts';
import {wallClock} from '../../lib/zoned-time.ts';

export interface VoiceFile {
  file: File;
  voice: VoiceMessage;
}

export interface Recording {
  /**
   * Resolves when the recording is stopped or reaches a limit. Rejects if the microphone fails. Stays pending after
   * `cancel`.
   */
  done: Promise<VoiceFile>;
  stop: () => void;
  cancel: () => void;
  /**
   * Regularly calls `callback` with the loudness (0 to 100) and the milliseconds so far. Returns a function that
   * stops that.
   */
  follow: (callback: (level: number, elapsed: number) => void) => () => void;
}

/**
 * The formats that browsers record, the most widely supported first. The server recognizes audio by these extensions.
 */
const FORMATS = [
  {type: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a'},
  {type: 'audio/ogg;codecs=opus', extension: 'ogg'},
  {type: 'audio/webm;codecs=opus', extension: 'weba'},
];

/** Sufficient for speech. */
const BITS_PER_SECOND = 32_000;
/** Milliseconds between two measurements of the loudness. */
const TICK = 100;

/**
 * Starts to record from the microphone, for at most `maxMillis` milliseconds and `maxBytes` bytes.
 *
 * @throws DOMException if the person or the browser doesn't allow it, or there is no microphone
 */
export async function startRecording(maxMillis: number, maxBytes: number): Promise<Recording> {
  // Browsers only have these on pages with HTTPS.
  if (!navigator.mediaDevices || !window.MediaRecorder) throw new DOMException('', 'SecurityError');
  const format = FORMATS.find(({type}) => MediaRecorder.isTypeSupported(type));
  if (!format) throw new DOMException('', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({audio: true});
  const recorder = new MediaRecorder(stream, {
    mimeType: format.type,
    audioBitsPerSecond: BITS_PER_SECOND,
  });
  const sound = new AudioContext();
  const analyser = sound.createAnalyser();
  sound.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const levels: number[] = [];
  const parts: Blob[] = [];
  const followers = new Set<(level: number, elapsed: number) => void>();
  const startedAt = performance.now();
  const elapsed = () => Math.min(maxMillis, performance.now() - startedAt);

  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const level = loudness(samples);
    // A busy page misses measurements, but each level stands for the same time.
    while (levels.length * TICK < elapsed()) levels.push(level);
    for (const follower of followers) follower(level, elapsed());
    if (elapsed() >= maxMillis) stop();
  }, TICK);

  function release() {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void sound.close();
  }
  function stop() {
    if (recorder.state !== 'inactive') recorder.stop();
  }

  let isCanceled = false;
  const done = new Promise<VoiceFile>((resolve, reject) => {
    recorder.ondataavailable = ({data}) => {
      const size = parts.reduce((sum, part) => sum + part.size, data.size);
      // Leave out data over the limit, so that the file can be uploaded.
      if (size <= maxBytes) parts.push(data);
      else stop();
    };
    recorder.onstop = () => {
      const duration = Math.round(elapsed());
      release();
      if (isCanceled) return;
      const type = format.type.split(';')[0]!;
      const file = new File(parts, `${nameNow()}.${format.extension}`, {type});
      resolve({file, voice: {duration, peaks: findPeaks(levels)}});
    };
    recorder.onerror = (event) => {
      release();
      reject((event as ErrorEvent).error);
    };
  });
  // In chunks of one second, so that their size is known while recording.
  recorder.start(1000);
  return {
    done,
    stop,
    cancel() {
      isCanceled = true;
      stop();
    },
    follow(callback) {
      followers.add(callback);
      return () => followers.delete(callback);
    },
  };
}

/** The loudness of samples, from 0 to 100, on a scale that makes speech clearly visible. */
function loudness(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(Math.max(power, 1e-10));
  return Math.round(Math.min(100, Math.max(0, (decibels + 60) * 2)));
}

/** At most {@link MAX_PEAKS} levels, each the maximum of its part of the recording. */
function findPeaks(levels: readonly number[]): number[] {
  const size = Math.max(1, levels.length / MAX_PEAKS);
  return Array.from({length: Math.min(MAX_PEAKS, levels.length)}, (_, index) =>
    Math.max(...levels.slice(Math.floor(index * size), Math.max(1, Math.floor((index + 1) * size)))),
  );
}

function nameNow(): string {
  const time = wallClock(Date.now(), browserZone()).slice(0, 16).replace('T', ' ').replace(':', '.');
  return t({message: `Voice message ${time}`, comment: 'Name of a recorded file, without its extension'});
}

/** Why recording failed, and what to do. */
export function microphoneError(error: unknown): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
      return t`The browser doesn't allow this site to use the microphone. Allow it in the site's settings, next to the address, and try again.`;
    case 'NotFoundError':
      return t`No microphone was found. Connect one and try again.`;
    case 'SecurityError':
      return t`Browsers only record sound on pages with HTTPS. Ask an administrator to set it up.`;
    case 'NotSupportedError':
      return t`This browser can't record sound. Attach a recording from another program instead.`;
    default:
      return t`The microphone can't be used. Close other programs that use it and try again.`;
  }
}
