import type {OperatorLog} from '../../server/src/platform/logging/operator-log.ts';

/** A logger without output. */
export const quiet: OperatorLog = {info() {}, warn() {}, error() {}};
