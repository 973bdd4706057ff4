import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {LaunchOptions} from 'playwright-core';
import {projectRoot} from '../../scripts/bootstrap.js';

const [shellPath, completePath] = [
  ['/usr/bin/chromium-headless-shell'],
  ['/usr/bin/chromium', '/usr/bin/chromium-browser'],
].map((known) => known.find((path) => existsSync(path)));

/** The complete browser, with service workers and notifications; undefined if it isn't installed. */
export const completeChromiumPath: string | undefined = completePath;

/**
 * The browser for most browser tests. The headless shell takes half the processor time. Undefined if no browser is
 * installed; then these tests are skipped.
 */
export const chromiumPath: string | undefined = shellPath ?? completePath;

/** The message to show if a browser is missing. */
export const missingChromium: string | undefined = completePath
  ? undefined
  : `Browser tests ${shellPath ? 'of service workers ' : ''}are skipped: /usr/bin/chromium is missing ` +
    '(Debian: apt-get install chromium chromium-headless-shell).';

/** How Playwright starts this browser with these options. */
export function chromiumLaunch(executable: string, options: readonly string[]): LaunchOptions {
  // Chromium's sandbox refuses to run as root, and CI runs as root in a container.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath: join(projectRoot, 'test/support/chromium.sh'),
    args: [...asRoot, ...options],
    env: {...process.env, CHROMIUM: executable},
  };
}
