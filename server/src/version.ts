import manifest from '../package.json' with {type: 'json'};

/** Patchbay's own version. */
export const PRODUCT_VERSION: string = manifest.version;

/** The level of the reference server's API that we present (decision 29). */
export const API_VERSION = '5.37.0';
