/** A unique id of letters and digits. Pages without HTTPS have no `crypto.randomUUID`. */
export function uniqueId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}
