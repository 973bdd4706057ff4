const DAY = 24 * 60 * 60 * 1000;

/**
 * Whether a period begins with the first message. Programs send a time on the first day of 1970 for this, because the API
 * of Mattermost rejects a report that starts at 0.
 */
export const hasNoStart = (startAt: number): boolean => startAt < DAY;
