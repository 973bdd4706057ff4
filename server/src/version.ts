import manifest from '../package.json' with {type: 'json'};

/** Patchbay's own version. */
export const PRODUCT_VERSION: string = manifest.version;

/**
 * The oldest version whose nodes work with this version's schema. Raise it with a migration that removes something that
 * older versions use (docs/cluster.md#nodes).
 */
export const MINIMUM_VERSION = '0.1.0';

/** The version of the Mattermost API that clients see (docs/compatibility.md#accounts-sessions-and-http, row 29). */
export const API_VERSION = '11.9.0';
