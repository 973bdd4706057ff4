import {plural, t} from '@lingui/core/macro';
/** The maximum length of each field of an integration. The server enforces the same limits. */
export const LIMITS = {
  displayName: 64,
  description: 500,
  commandDescription: 128,
  botDescription: 1024,
  username: 64,
  url: 1024,
};

/** A form rule: the text has at most this many characters. */
export function tooLong(limit: number): (text: string) => true | string {
  return (text) => {
    const length = [...text].length;
    return (
      length <= limit ||
      plural(limit, {
        one: `Enter at most # character. You entered ${length}.`,
        other: `Enter at most # characters. You entered ${length}.`,
      })
    );
  };
}

/** A form rule: the text is a web address, or empty. */
export function webAddress(text: string): true | string {
  const url = text.trim();
  if (url === '') return true;
  return isWebAddress(url) || t`Enter a URL that starts with http:// or https://.`;
}

/** A form rule: the text is a web address. */
export function requiredWebAddress(text: string): true | string {
  if (text.trim() === '') return t`Enter the URL of your program.`;
  return webAddress(text);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** The non-empty lines of a text. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
