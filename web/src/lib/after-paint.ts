/** In milliseconds. Pages in the background paint no frames. */
const LIMIT = 500;

/** Calls `run` after the next frame is painted, or soon if the page isn't visible. Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer = setTimeout(end, LIMIT);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    // A frame's callbacks run before it is painted.
    timer = setTimeout(end);
  });
  function end() {
    cancelAnimationFrame(frame);
    run();
  }
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
