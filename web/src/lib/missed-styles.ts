/** URLs of styles that failed to load. Vite doesn't request them again itself. */
const missed = new Set<string>();

// Load errors of elements don't bubble, so they must be captured.
window.addEventListener(
  'error',
  ({target}) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    missed.add(target.href);
    target.remove();
  },
  true,
);

/** Loads the styles that failed to load. Rejects if they fail again. */
export async function loadMissedStyles(): Promise<void> {
  await Promise.all([...missed].map(loadStyle));
}

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => {
      missed.delete(href);
      resolve();
    };
    link.onerror = () => reject(new Error(`The style at ${href} could not be loaded.`));
    document.head.append(link);
  });
}
