let playing: HTMLMediaElement | undefined;

/** Pauses what is already playing, so that two files don't play at the same time. Call it when one starts to play. */
export function playAlone(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause();
  playing = element;
}
