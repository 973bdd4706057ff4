// React Aria makes the page inert while a dialog, menu or file is open, and returns the focus in the frame after it was
// closed. If it is closed by something other than a click or a key, such as a swipe or a response of the server, React may
// make the page usable only after this frame, and the focus would be lost.
document.addEventListener(
  'react-aria-focus-scope-restore',
  (event) => {
    const target = event.target as HTMLElement;
    const inert = target.closest('[inert]');
    if (!inert) return;
    event.preventDefault();
    const observer = new MutationObserver(() => {
      if (target.closest('[inert]')) return;
      observer.disconnect();
      if (document.activeElement === document.body) target.focus();
    });
    observer.observe(inert, {attributeFilter: ['inert']});
  },
  {capture: true},
);
