import {atom} from 'nanostores';
import {useLocation, useNavigate, useSearchParams} from 'react-router';
import type {SearchScope} from '../../data/posts/search-scope.ts';
import {changeParameters} from '../../lib/go-to.ts';
import {keepTyped} from '../ui/typed-ahead.ts';

/** A search of one team, or of all teams of the person. */
export interface SearchPanel {
  kind: 'search';
  terms: string;
  of?: 'files' | undefined;
  order?: 'oldest' | undefined;
  teams?: SearchScope;
}

/** The side panel. It is part of the address, so that Back closes it and a reload keeps it. */
export type Panel =
  | {kind: 'thread'; rootId: string; replyId?: string | undefined}
  | SearchPanel
  | {kind: 'info' | 'members' | 'pinned' | 'files' | 'saved' | 'mentions'};

const PLAIN = new Set(['info', 'members', 'pinned', 'files', 'saved', 'mentions']);
const NAMES = ['thread', 'reply', 'search', 'of', 'order', 'teams', 'panel'];

function parsePanel(params: URLSearchParams): Panel | undefined {
  const thread = params.get('thread');
  if (thread) return {kind: 'thread', rootId: thread, replyId: params.get('reply') ?? undefined};
  const terms = params.get('search');
  if (terms !== null) {
    return {
      kind: 'search',
      terms,
      of: params.get('of') === 'files' ? 'files' : undefined,
      order: params.get('order') === 'oldest' ? 'oldest' : undefined,
      teams: params.get('teams') ?? undefined,
    };
  }
  const kind = params.get('panel') ?? '';
  return PLAIN.has(kind) ? {kind: kind as 'info'} : undefined;
}

/** The open side panel. */
export function usePanel(): Panel | undefined {
  return parsePanel(useSearchParams()[0]);
}

/** The teams that the field in the header names and its next search covers. A reload keeps them. */
export const $searchedTeams = atom<SearchScope>(sessionStorage.getItem('searched-teams') || undefined);
$searchedTeams.listen((teams = '') => sessionStorage.setItem('searched-teams', teams));

/** How many panels were opened one after the other, and so are in the history. The router stores the state in `usr`. */
const openedPanels = (): number => window.history.state?.usr?.panels ?? 0;

/** While the browser goes back to close the panel: the panel to open after that. */
let closing: {next: Panel | undefined} | undefined;

/** The panel that opens or is open. The page may not show it yet. */
export const panelInAddress = (): Panel | undefined =>
  parsePanel(new URLSearchParams(window.location.search));

/** `closing`, unless the person has gone to another page since. */
function currentClosing(): typeof closing {
  if (!panelInAddress()) closing = undefined;
  return closing;
}

/** Opens a panel. If another one is open, such as search results, it takes its place, and has a button that leads back. */
export function openPanel(panel: Panel): void {
  const before = panelInAddress();
  showPanel(panel, before !== undefined && before.kind !== panel.kind);
}

/** Returns a function that leads back to the panel that the open one was opened from, if any. */
export function useWayBack(): (() => void) | undefined {
  const isFromPanel = useLocation().state?.isFromPanel;
  const navigate = useNavigate();
  return isFromPanel ? () => navigate(-1) : undefined;
}

function showPanel(panel: Panel, isFromPanel: boolean): void {
  // The field of an open panel already gets what the person types.
  const isNew = panelInAddress()?.kind !== 'search';
  if (isNew && panel.kind === 'search' && panel.terms === '') keepTyped();
  const before = currentClosing();
  if (before) {
    before.next = panel;
    return;
  }
  changeParameters(
    (parameters) => {
      removePanel(parameters);
      if (panel.kind === 'thread') parameters.set('thread', panel.rootId);
      else if (panel.kind === 'search') {
        parameters.set('search', panel.terms);
        for (const name of ['of', 'order', 'teams'] as const)
          if (panel[name]) parameters.set(name, panel[name]);
      } else parameters.set('panel', panel.kind);
    },
    {state: {panels: openedPanels() + 1, isFromPanel}},
  );
}

/** The parameters of a page that is opened next to the open panel, which stays open. */
export function parametersWithPanel(): URLSearchParams {
  const before = new URLSearchParams(window.location.search);
  return new URLSearchParams([...before].filter(([name]) => NAMES.includes(name)));
}

/** Opens a panel, or closes it if one of its kind is open. */
export function togglePanel(panel: Panel): void {
  const before = currentClosing();
  const open = before ? before.next : panelInAddress();
  if (open?.kind === panel.kind) closePanel();
  else showPanel(panel, false);
}

/** Closes the panel by going back to the page without panels, so that Back doesn't open them again. */
export function closePanel(): void {
  // The next search begins with the open team again.
  if (panelInAddress()?.kind === 'search') $searchedTeams.set(undefined);
  const before = currentClosing();
  if (before) {
    before.next = undefined;
    return;
  }
  const opened = openedPanels();
  if (opened === 0) {
    changeParameters(removePanel, {replace: true});
    return;
  }
  closing = {next: undefined};
  window.addEventListener('popstate', afterClosing, {once: true});
  window.history.go(-opened);
}

function afterClosing(): void {
  if (!closing) return;
  const {next} = closing;
  closing = undefined;
  if (next) openPanel(next);
  // The first page had a panel when it was loaded, or since the list jumped to the latest message.
  else if (panelInAddress()) changeParameters(removePanel, {replace: true});
}

function removePanel(parameters: URLSearchParams): void {
  for (const name of NAMES) parameters.delete(name);
}
