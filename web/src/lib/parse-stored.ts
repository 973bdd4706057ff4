/**
 * What the browser stored as JSON. Undefined if it is missing, damaged or of another shape: people and extensions can
 * change it, and an earlier version can have written it.
 *
 * @param isValid can throw for a value of another type.
 */
export function parseStored<Value>(
  text: string | null,
  isValid: (value: Value) => boolean,
): Value | undefined {
  try {
    const value = JSON.parse(text ?? '');
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
