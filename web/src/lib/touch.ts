/** Whether people use the page with their fingers only, and write with an on-screen keyboard. */
export function isTouchOnly(): boolean {
  return !window.matchMedia('(hover: hover)').matches;
}
