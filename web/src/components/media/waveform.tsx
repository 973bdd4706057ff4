import {t} from '@lingui/core/macro';
import {clock} from './clock.ts';
import styles from './waveform.module.css';

interface WaveformProps {
  /** The loudness over time, from 0 to 100. Empty if it isn't known. */
  peaks: readonly number[];
  /** In seconds. */
  at: number;
  /** In seconds; 0 if it isn't known. */
  length: number;
  onSeek: (seconds: number) => void;
}

/** A slider for the position in a sound, over a drawing of its loudness. */
export function Waveform({peaks, at, length, onSeek}: WaveformProps) {
  const played = length > 0 ? Math.min(1, at / length) : 0;
  const position = clock(at);
  const end = clock(length);
  return (
    <div className={styles.frame}>
      {peaks.length > 0 ? (
        <svg
          className={styles.bars}
          viewBox={`0 0 ${peaks.length} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {peaks.map((peak, index) => {
            const height = Math.max(4, Math.min(100, peak));
            return (
              <rect
                key={index}
                x={index + 0.2}
                y={50 - height / 2}
                width={0.6}
                height={height}
                data-played={(index + 0.5) / peaks.length <= played || undefined}
              />
            );
          })}
        </svg>
      ) : (
        <progress className={styles.line} max={1} value={played} aria-hidden="true" />
      )}
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={length}
        step={0.1}
        value={Math.min(at, length)}
        disabled={length === 0}
        aria-label={t({message: 'Position', context: 'playback'})}
        aria-valuetext={t`${position} of ${end}`}
        onChange={({target}) => onSeek(Number(target.value))}
      />
    </div>
  );
}
