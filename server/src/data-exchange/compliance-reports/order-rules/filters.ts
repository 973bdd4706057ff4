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

/** A pattern for `like` that matches whatever contains the keyword, its special characters standing for themselves. */
export function containing(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
}
