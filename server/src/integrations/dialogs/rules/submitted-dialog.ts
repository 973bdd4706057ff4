import type {Dialog} from './dialog.ts';
import type {Submission} from './submission-rules.ts';

/**
 * Finds the open dialog that a client submits without its id. `open` is sorted newest first. Official clients send the
 * state and every element, filled in or not, so this returns the newest dialog with a matching state and matching
 * elements. Undefined if none is open.
 */
export function submittedDialog<Row extends {definition: Dialog}>(
  open: readonly Row[],
  {state, submission}: {state: string | undefined; submission: Submission},
): Row | undefined {
  const ofState = open.filter(({definition}) => definition.state === state);
  const candidates = ofState.length > 0 ? ofState : open;
  const sent = Object.keys(submission);
  const hasAllElements = candidates.filter(({definition}) => {
    const {elements, earlierElements = []} = definition;
    const names = new Set([...elements, ...earlierElements].map(({name}) => name));
    return sent.every((name) => names.has(name));
  });
  return (
    hasAllElements.find(({definition}) => definition.elements.length === sent.length) ??
    hasAllElements[0] ??
    candidates[0]
  );
}
