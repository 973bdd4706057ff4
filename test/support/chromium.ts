import {existsSync} from 'node:fs';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The browser for browser tests; undefined if it isn't installed, in which case those tests are skipped. */
export const chromiumPath: string | undefined = known.find((path) => existsSync(path));

/** The message to show if {@link chromiumPath} is undefined. */
export const missingChromium =
  'Browser tests are skipped: /usr/bin/chromium is missing (Debian and Ubuntu: apt-get install chromium).';
