import {atom} from 'nanostores';
import {$openChannel} from '../../data/channels/read-state.ts';
import {loadedWindow} from '../../data/posts/channel-window.ts';

/** A channel on the page. Each visit is a new one, so that nothing of an earlier one stays, such as an open dialog. */
export interface Visit {
  readonly channelId: string;
  readonly number: number;
}

/** The maximum number of hidden channels on the page. */
const MAX = 4;
/** In milliseconds. By then, the channel that the person went to is drawn. */
const DELAY = 600;

let visits = 0;

/**
 * The channels that the person left last, or that the pointer or the focus stayed on, the latest first. They are drawn
 * while the browser is idle, hidden, so that they appear at once when the person opens them.
 */
export const $prepared = atom<readonly Visit[]>([]);

/** The next visit of a channel: the prepared one, if there is one. */
export function nextVisit(channelId: string): Visit {
  const prepared = $prepared.get().find((visit) => visit.channelId === channelId);
  if (prepared) return prepared;
  visits += 1;
  return {channelId, number: visits};
}

/** Prepares a channel that the person has left, for the next visit. */
export function prepareAgain(channelId: string): void {
  setTimeout(prepareChannel, DELAY, channelId);
}

/** Prepares a channel, if its messages are loaded and it isn't open. */
function prepareChannel(channelId: string): void {
  const window = loadedWindow(channelId);
  if (!window || window.isCopy || channelId === $openChannel.get()) return;
  const visit = nextVisit(channelId);
  const others = $prepared.get().filter((one) => one !== visit);
  $prepared.set([visit, ...others].slice(0, MAX));
}

/** Ends the preparation of a visit, because it has started. */
export function startVisit(visit: Visit): void {
  $prepared.set($prepared.get().filter((one) => one !== visit));
}

/** Loads and prepares a channel that the person will probably open, if the pointer or the focus stays on it. */
export function prepareIfStaying(channelId: string): void {
  import('../../data/posts/load-in-advance.ts').then(
    (module) => module.loadIfStaying(channelId, () => prepareChannel(channelId)),
    // The channel is loaded when it is opened.
    () => {},
  );
}
