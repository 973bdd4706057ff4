import {useState} from 'react';
import {queries} from '../../lib/queries.ts';
import {errorMessage} from '../../lib/server.ts';
import {tellDone, tellError} from '../../lib/toasts.ts';

/** Reads anew what the pages of administration show, after something was changed. */
export function refreshAdministration(): Promise<void> {
  return queries.invalidateQueries({queryKey: ['administration']});
}

/** Does something at once, says how it went, and shows what is then. */
export function useChange() {
  const [busy, setBusy] = useState(false);
  async function change(work: () => Promise<unknown>, done?: string): Promise<void> {
    setBusy(true);
    try {
      await work();
      await refreshAdministration();
      if (done) tellDone(done);
    } catch (error) {
      tellError(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return {busy, change};
}
