const SPECIAL = /[&<>"'\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Parsers would turn it into a line feed.
  '\r': '&#13;',
};
// Characters that are invalid in XML 1.0: most control characters, lone surrogates, U+FFFE, U+FFFF.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes the text of an element. Invalid characters become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(SPECIAL, (character) => ESCAPES[character]!);
}

/** Escapes the value of an attribute, including line breaks and tabs, which parsers would turn into spaces. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** An element with text, on its own line. */
export function xmlElement(name: string, text: string | number, indent: string): string {
  return `${indent}<${name}>${escapeXml(String(text))}</${name}>\n`;
}
