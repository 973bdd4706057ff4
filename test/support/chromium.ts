import {existsSync} from 'node:fs';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The browser that browser tests drive; undefined where it is not installed, and then those tests are skipped. */
export const chromiumPath: string | undefined = known.find((path) => existsSync(path));

/** What to tell the person when {@link chromiumPath} is undefined. */
export const missingChromium =
  'Browser tests are skipped: /usr/bin/chromium is missing (Debian and Ubuntu: apt-get install chromium).';
