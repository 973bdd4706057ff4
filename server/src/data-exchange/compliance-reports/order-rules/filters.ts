/** Addresses of the authors that a report is of: split at commas and white space, in lower case, each once. */
export function parseEmails(emails: string): string[] {
  return [
    ...new Set(
      emails
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ];
}

/**
 * Keywords of a report: split at commas and white space, in lower case; a phrase in double quotes is one keyword.
 * A quote that never closes is a character like any other.
 */
export function parseKeywords(keywords: string): string[] {
  const found = [...keywords.toLowerCase().matchAll(/"([^"]+)"|([^\s,]+)/g)].map(
    (match) => match[1]?.trim() ?? match[2]!,
  );
  return [...new Set(found.filter(Boolean))];
}

/**
 * A keyword in the forms that PostgreSQL may give it when it writes a text in small letters. It goes letter by letter,
 * where JavaScript knows the sigma that ends a word, and a dotted I that becomes two characters.
 */
export function inSmallLetters(keyword: string): string[] {
  return [...new Set([keyword, keyword.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')])];
}

/** A pattern for `like` that matches whatever contains the keyword, its special characters standing for themselves. */
export function containing(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
}
