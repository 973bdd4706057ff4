/** A tone that fades out. Times are in seconds, and frequencies in hertz. */
interface Tone {
  frequency: number;
  /** The frequency at the end, if it changes. */
  to?: number;
  start: number;
  length: number;
}

/** By the names that Mattermost's clients use in the notification setting `desktop_notification_sound`. */
const SOUNDS = {
  Bing: [
    {frequency: 1047, start: 0, length: 0.5},
    {frequency: 1568, start: 0.08, length: 0.6},
  ],
  Crackle: [0, 0.05, 0.12, 0.16].map((start, index) => ({
    frequency: 1800 - index * 260,
    start,
    length: 0.05,
  })),
  Down: [
    {frequency: 784, start: 0, length: 0.2},
    {frequency: 587, start: 0.14, length: 0.35},
  ],
  Hello: [
    {frequency: 587, start: 0, length: 0.16},
    {frequency: 880, start: 0.12, length: 0.16},
    {frequency: 740, start: 0.24, length: 0.35},
  ],
  Ripple: [{frequency: 420, to: 1100, start: 0, length: 0.28}],
  Upstairs: [523, 659, 784, 1047].map((frequency, index) => ({frequency, start: index * 0.09, length: 0.2})),
} satisfies Record<string, readonly Tone[]>;

export const SOUND_NAMES: readonly string[] = Object.keys(SOUNDS);
const DEFAULT_SOUND = 'Bing';
const VOLUME = 0.15;
/** In seconds. */
const FADE_IN = 0.01;
/** How long other tabs of the browser stay quiet, in milliseconds, because they get the same messages. */
const QUIET = 1_000;

let context: AudioContext | undefined;

/** The sound that the person chose, or the usual one. */
export function getChosenSound(notifyProps: Readonly<Record<string, string>>): string {
  const name = notifyProps.desktop_notification_sound ?? '';
  return SOUND_NAMES.includes(name) ? name : DEFAULT_SOUND;
}

/** Plays a sound, unless the browser doesn't allow it. */
export async function playSound(name: string): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  const tones: readonly Tone[] = SOUNDS[name as keyof typeof SOUNDS];
  for (const tone of tones) play(context, tone);
}

function play(audio: AudioContext, {frequency, to = frequency, start, length}: Tone): void {
  const begin = audio.currentTime + start;
  const end = begin + length;
  const oscillator = new OscillatorNode(audio, {frequency});
  oscillator.frequency.exponentialRampToValueAtTime(to, end);
  const volume = new GainNode(audio, {gain: 0});
  volume.gain.linearRampToValueAtTime(VOLUME, begin + FADE_IN);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(end);
}

/** Like `playSound`, but only in one tab of the browser. */
export async function playSoundOnce(name: string): Promise<void> {
  // Browsers only have locks where the connection is secure.
  if (!('locks' in navigator)) return playSound(name);
  await navigator.locks.request('notification-sound', {ifAvailable: true}, async (lock) => {
    if (!lock) return;
    await playSound(name);
    await new Promise((resolve) => setTimeout(resolve, QUIET));
  });
}
