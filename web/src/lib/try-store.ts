/** Stores a text in this browser that only makes the next start faster. If the storage is full, does nothing. */
export function tryStore(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {}
}
