/** Addresses of styles that could not be loaded. What Vite has asked for once, it takes for loaded ever after. */
const missed = new Set<string>();

// The elements of a page that fail to load something are heard of on the way down only.
window.addEventListener(
  'error',
  ({target}) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    missed.add(target.href);
    target.remove();
  },
  true,
);

/** Loads the styles that could not be loaded before. Rejects if they cannot be loaded now. */
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
