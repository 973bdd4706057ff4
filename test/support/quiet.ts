import type {DatabaseLog} from '../../server/src/platform/database/database-log.ts';

/** A log that nobody reads. */
export const quiet: DatabaseLog = {info() {}, warn() {}, error() {}};
