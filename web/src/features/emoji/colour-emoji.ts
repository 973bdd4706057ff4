let known: boolean | undefined;

/** Whether this browser draws emoji in colour by itself. Where it does not, pictures stand in for them. */
export function hasColourEmoji(): boolean {
  known ??= drawsInColour();
  return known;
}

function drawsInColour(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = 20;
  canvas.height = 20;
  const context = canvas.getContext('2d', {willReadFrequently: true});
  if (!context) return true;
  context.font = '16px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif';
  context.fillStyle = '#000000';
  context.textBaseline = 'top';
  context.fillText('\u{1F600}', 0, 0);
  const {data} = context.getImageData(0, 0, 20, 20);
  // A glyph of a plain font is black and its edges are grey.
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at + 1] !== data[at + 2]) return true;
  }
  return false;
}
