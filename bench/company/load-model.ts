/** How often an active person performs each action in an hour. `bench/README.md` explains the numbers. */
const ACTIONS_PER_HOUR = {
  /** Opens another channel: marks it as read and reads its newest page. */
  openChannel: 40,
  /** Scrolls back one page. */
  readOlderPage: 6,
  post: 10,
  reply: 5,
  react: 4,
  /** A `user_typing` request on the WebSocket. */
  type: 30,
  openThread: 6,
  search: 2,
  /** Requests the statuses of the people on the page. */
  readStatuses: 10,
  /** Closes the WebSocket, opens a new one and loads everything that the client needs at its start. */
  reconnect: 1,
};

export type Action = keyof typeof ACTIONS_PER_HOUR;

/** The channels of each person, and the share of their messages that they post in each kind. */
export const CHANNELS = {
  /** One channel for the person's department. */
  department: {members: 100, perPerson: 1, shareOfPosts: 0.2},
  /** The person's projects. */
  project: {members: 25, perPerson: 5, shareOfPosts: 0.4},
  /** Direct messages between two people. */
  direct: {members: 2, perPerson: 2, shareOfPosts: 0.4},
};

export const ALL_ACTIONS = Object.keys(ACTIONS_PER_HOUR) as Action[];

/** The number of actions that one person performs per second. */
export const ACTIONS_PER_SECOND =
  Object.values(ACTIONS_PER_HOUR).reduce((sum, count) => sum + count, 0) / 3600;

/** Chooses an action. @param random a number from 0 to 1 */
export function chooseAction(random: number): Action {
  let rest = random * ACTIONS_PER_SECOND * 3600;
  for (const action of ALL_ACTIONS) {
    rest -= ACTIONS_PER_HOUR[action];
    if (rest < 0) return action;
  }
  return 'openChannel';
}
