import {useCallback} from 'react';
import {useLocation, useNavigate, useSearchParams} from 'react-router';

/** The side panel. It is part of the address, so that Back closes it and a reload keeps it. */
export type Panel =
  | {kind: 'thread'; rootId: string}
  | {kind: 'search'; terms: string; of?: 'files'}
  | {kind: 'info' | 'members' | 'pinned' | 'files' | 'saved' | 'mentions'};

const PLAIN = new Set(['info', 'members', 'pinned', 'files', 'saved', 'mentions']);
const NAMES = ['thread', 'search', 'of', 'panel', 'post'];

function parsePanel(params: URLSearchParams): Panel | undefined {
  const thread = params.get('thread');
  if (thread) return {kind: 'thread', rootId: thread};
  const terms = params.get('search');
  if (terms !== null) {
    return {kind: 'search', terms, ...(params.get('of') === 'files' && {of: 'files'})};
  }
  const kind = params.get('panel') ?? '';
  return PLAIN.has(kind) ? {kind: kind as 'info'} : undefined;
}

/** The open side panel, and a function to open another one or close it. */
export function usePanel(): [Panel | undefined, (panel: Panel | undefined) => void] {
  const [params] = useSearchParams();
  const setParams = usePanelParams();
  const open = useCallback(
    (panel: Panel | undefined) =>
      setParams(panel !== undefined, (before) => {
        const next = new URLSearchParams(before);
        for (const name of NAMES) next.delete(name);
        if (panel?.kind === 'thread') next.set('thread', panel.rootId);
        else if (panel?.kind === 'search') {
          next.set('search', panel.terms);
          if (panel.of) next.set('of', panel.of);
        } else if (panel) next.set('panel', panel.kind);
        return next;
      }),
    [setParams],
  );
  return [parsePanel(params), open];
}

/**
 * Returns a function that opens or closes a panel by changing the parameters of the address. Closing goes back to the page
 * without panels, so that Back doesn't open them again.
 */
export function usePanelParams() {
  const [, setParams] = useSearchParams();
  const navigate = useNavigate();
  const {state} = useLocation();
  // How many panels were opened one after the other, and so are in the history.
  const opened: number = state?.panels ?? 0;
  return useCallback(
    (opens: boolean, change: (before: URLSearchParams) => URLSearchParams) => {
      if (opens) setParams(change, {state: {panels: opened + 1}});
      else if (opened > 0) navigate(-opened);
      else setParams(change, {replace: true});
    },
    [setParams, navigate, opened],
  );
}
