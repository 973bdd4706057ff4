// Replaces the package `entities` for markdown-it (vite.config.ts).

const area = document.createElement('textarea');

/** Replaces `&name;` and `&#number;` with their characters. Unknown names are unchanged. */
export function decodeHTMLStrict(text: string): string {
  if (!/^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});$/i.test(text)) return text;
  // A textarea never contains elements, but decodes entities like other HTML.
  area.innerHTML = text;
  return area.value;
}
