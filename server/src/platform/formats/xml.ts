const SPECIAL = /[&<>"'\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser would make a line feed of it.
  '\r': '&#13;',
};
// What no XML 1.0 document may hold, in any form: most control characters, halves of surrogate pairs, U+FFFE, U+FFFF.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text as the content of an element; what XML forbids becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(SPECIAL, (character) => ESCAPES[character]!);
}

/** Text as the value of an attribute, in which a parser would make a space of each end of a line and each tab. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** An element with text in it, on a line of its own. */
export function xmlElement(name: string, text: string | number, indent: string): string {
  return `${indent}<${name}>${escapeXml(String(text))}</${name}>\n`;
}
