const CHUNK = 1 << 16;

/** Combines small pieces of text into larger UTF-8 chunks, because each chunk costs a turn of the event loop. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length >= CHUNK) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}
