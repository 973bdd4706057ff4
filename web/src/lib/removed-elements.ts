import {runAfterTransition} from 'react-aria/private/utils/runAfterTransition';

/**
 * Makes React Aria forget removed elements. It keeps those that are removed while several of their properties change
 * gradually (adobe/react-spectrum#7326), such as the button that closes a panel, and with it the whole panel. It only
 * looks for them when someone asks it to wait for transitions. Call this once.
 */
export function forgetRemovedElements(): void {
  document.addEventListener('transitionrun', onTransition);
}

function onTransition({target}: Event): void {
  // Only the element itself receives this event if it is no longer in the document.
  target?.addEventListener('transitioncancel', lookForRemoved, {once: true});
}

function lookForRemoved(): void {
  runAfterTransition(doNothing);
}

function doNothing(): void {}
