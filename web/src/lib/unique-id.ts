/** A unique id of letters and digits. `crypto.randomUUID` is not available on pages without HTTPS. */
export function uniqueId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}
