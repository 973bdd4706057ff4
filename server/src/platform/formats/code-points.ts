/** The number of code points in a text. A lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const pair = (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (pair) {
      count--;
      i++;
    }
  }
  return count;
}
