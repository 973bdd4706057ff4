// What markdown-it asks of the package `entities`, which vite.config.ts puts this in the place of.

const area = document.createElement('textarea');

/** The character that `&name;` or `&#number;` stands for; the text as it is where there is no such name. */
export function decodeHTMLStrict(text: string): string {
  if (!/^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});$/i.test(text)) return text;
  // In a textarea nothing becomes an element, and entities are read as in every other text.
  area.innerHTML = text;
  return area.value;
}
