/** The author addresses of a report: split at commas and white space, in lower case, without duplicates. */
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
 * The keywords of a report: split at commas and white space, in lower case. A phrase in double quotes is one keyword.
 * An unclosed quote is an ordinary character.
 */
export function parseKeywords(keywords: string): string[] {
  const found = [...keywords.toLowerCase().matchAll(/"([^"]+)"|([^\s,]+)/g)].map(
    (match) => match[1]?.trim() ?? match[2]!,
  );
  return [...new Set(found.filter(Boolean))];
}

/**
 * The lower-case forms of a keyword in PostgreSQL. It converts each character by itself, while JavaScript handles the
 * final sigma and the dotted I in a special way.
 */
export function lowerCaseVariants(keyword: string): string[] {
  return [...new Set([keyword, keyword.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')])];
}

/** A `like` pattern that matches texts containing the keyword, with its special characters escaped. */
export function likePattern(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
}
