import type {OperatorLog} from '../../server/src/platform/logging/operator-log.ts';

/** A log that nobody reads. */
export const quiet: OperatorLog = {info() {}, warn() {}, error() {}};
