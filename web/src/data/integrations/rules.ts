/** The most characters of what integrations are told of; the server has the same and the last word. */
export const LIMITS = {
  displayName: 64,
  description: 500,
  commandDescription: 128,
  botDescription: 1024,
  username: 64,
  address: 1024,
};

/** A rule for a form: what is wrong with a text of more characters. */
export function tooLong(limit: number): (text: string) => true | string {
  return (text) => {
    const length = [...text].length;
    return length <= limit || `At most ${limit} characters; these are ${length}.`;
  };
}

/** A rule for a form: what is wrong with an address of a picture, which may be left out. */
export function webAddress(text: string): true | string {
  const address = text.trim();
  if (address === '') return true;
  return isWebAddress(address) || 'Enter an address that begins with http:// or https://.';
}

/** A rule for a form: what is wrong with an address that is to be called. */
export function callableAddress(text: string): true | string {
  if (text.trim() === '') return 'Enter the address of your program.';
  return webAddress(text);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
