/** How long the parts of an order may be: the description in bytes of UTF-8, the others in characters. */
export const MAX_DESC_BYTES = 512;
export const MAX_KEYWORDS = 512;
export const MAX_EMAILS = 1024;
