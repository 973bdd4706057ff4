import {gzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {openAs, PATIENCE, startBrowser} from '../support/browser.ts';
import {chromiumPath} from '../support/chromium.ts';
import {createCrew} from '../support/crew.ts';

/** Bytes of script, compressed, that a channel may need before it shows. */
const MOST = 250_000;

describe.skipIf(!chromiumPath)('the first page', {timeout: PATIENCE}, () => {
  test('needs little script, none of it in the page itself', async () => {
    const browser = await startBrowser();
    const crew = await createCrew();
    await crew.post(crew.bob, 'Hello **Ann** :wave:');
    const address = await crew.server.listen();
    const {page} = await openAs(browser, address, 'ann', '/crew/channels/off-topic');
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
    await page.reload();
    await page.getByRole('textbox', {name: 'Write to Off-Topic'}).waitFor();
    await page.waitForLoadState('networkidle');
    // A page that is left takes its answers along, so that each script is asked for once more.
    const bodies = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).body()));
    const sum = bodies.reduce((bytes, body) => bytes + gzipSync(body).length, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(MOST);
    expect(await page.locator('script:not([src]), [onclick], [onload]').count()).toBe(0);
    await browser.close();
    await crew.close();
  });
});
