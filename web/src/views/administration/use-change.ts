import {useState} from 'react';
import {queries} from '../../lib/queries.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';

/** Reloads the data on administration pages after a change. */
export function refreshAdministration(): Promise<void> {
  return queries.invalidateQueries({queryKey: ['administration']});
}

/** Returns a function that makes a change, reloads the data on the page, and reports the result. */
export function useChange() {
  const [busy, setBusy] = useState(false);
  async function change(work: () => Promise<unknown>, done?: string): Promise<void> {
    setBusy(true);
    try {
      await work();
      await refreshAdministration();
      if (done) showSuccess(done);
    } catch (error) {
      showError(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return {busy, change};
}
