/** A JSON object with unknown members. */
export type JsonObject = Record<string, unknown>;

/** Whether a parsed JSON value is an object, not null or an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
