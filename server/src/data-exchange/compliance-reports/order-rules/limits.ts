/** The maximum lengths of the fields of a report: the description in UTF-8 bytes, the others in characters. */
export const MAX_DESC_BYTES = 512;
export const MAX_KEYWORDS = 512;
export const MAX_EMAILS = 1024;

/** The latest time of a window, in milliseconds: the end of the year 9999. */
export const LAST_TIME = 253_402_300_799_999;
