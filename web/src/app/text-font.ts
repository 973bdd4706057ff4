/** On a slow connection, texts in another font are better than none. In milliseconds. */
const MAX_WAIT = 1000;

/** Waits for the font of the page, because texts would move if they were shown in another font before. */
export async function loadTextFont(): Promise<void> {
  const slow = new Promise((resolve) => setTimeout(resolve, MAX_WAIT));
  // Texts are shown in another font if this one can't be loaded.
  const font = document.fonts.load(getComputedStyle(document.body).font).catch(() => {});
  await Promise.race([font, slow]);
}
