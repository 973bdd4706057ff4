/** How long the parts of an order may be: the description in bytes of UTF-8, the others in characters. */
export const MAX_DESC_BYTES = 512;
export const MAX_KEYWORDS = 512;
export const MAX_EMAILS = 1024;

/** The latest time that a window can name, in milliseconds: the end of the year 9999. */
export const LAST_TIME = 253_402_300_799_999;
