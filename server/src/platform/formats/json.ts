/** A JSON object whose members are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether a value that was JSON is an object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
