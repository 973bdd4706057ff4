const CHUNK = 1 << 16;

/** Small pieces of text as fewer, larger ones in UTF-8: each costs a turn of the event loop further on. */
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
