/**
 * Page Up and Page Down in a text area that is as tall as its text, in a box that scrolls, such as the message box: the
 * cursor moves by what is visible of the text. Browsers would move it by the height of the text area.
 */
export function followPageKeys(): void {
  document.addEventListener('keydown', (event) => {
    const area = event.target;
    const isHandled = event.defaultPrevented || event.isComposing;
    if (!/^Page(?:Up|Down)$/.test(event.key) || isHandled || !(area instanceof HTMLTextAreaElement)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const box = area.parentElement!;
    if (area.offsetHeight > box.clientHeight) movePage(event, area, box);
  });
}

function movePage(event: KeyboardEvent, area: HTMLTextAreaElement, box: HTMLElement): void {
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
  // One line of the previous page stays visible.
  const lines = Math.max(1, Math.floor(box.clientHeight / lineHeight) - 1);
  const isDown = event.key === 'PageDown';
  const move = () =>
    document
      .getSelection()
      ?.modify(event.shiftKey ? 'extend' : 'move', isDown ? 'forward' : 'backward', 'line');
  const place = () => `${area.selectionStart} ${area.selectionEnd}`;
  const before = place();
  move();
  // At the end of the text, or in Firefox, which doesn't do this in text areas. The browser moves the cursor.
  if (place() === before) return;
  event.preventDefault();
  for (let line = 1; line < lines; line++) move();
  // The cursor stays where it is in the box.
  box.scrollTop += (isDown ? lines : -lines) * lineHeight;
}
