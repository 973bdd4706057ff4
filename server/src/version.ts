import manifest from '../package.json' with {type: 'json'};

/** Patchbay's own version. */
export const PRODUCT_VERSION: string = manifest.version;

/** The version of the Mattermost API that clients see (docs/compatibility.md#accounts-sessions-and-http, row 29). */
export const API_VERSION = '5.37.0';
