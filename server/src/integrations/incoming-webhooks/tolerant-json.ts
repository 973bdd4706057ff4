/**
 * The first JSON value in a text, with common mistakes of handwritten JSON corrected
 * (docs/specification.md#reading-a-request): escapes raw control characters inside strings and removes what follows the
 * value. Other invalid text stays invalid. Runs in a single pass.
 */
export function repairJson(text: string): string {
  let result = '';
  let kept = 0;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
      else if (code < SPACE) {
        result += text.slice(kept, i) + escaped(code);
        kept = i + 1;
      }
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) {
      return result + text.slice(kept, i + 1);
    }
  }
  return result + text.slice(kept);
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
