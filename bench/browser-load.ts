import {join} from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import {chromiumLaunch, completeChromiumPath, missingChromium} from '../test/support/chromium.ts';
import {type Contender, median, type Round} from './harness.ts';
import type {Room} from './room.ts';

/** In pixels per second. This is seven windows per second, like a user who looks for a message from last week. */
const SPEED = 6_000;

/** Opens a browser that is closed together with the room. */
export async function openBrowser(room: Room): Promise<Browser> {
  const browser = await chromium.launch(launchOptions());
  room.onClose(() => browser.close());
  return browser;
}

/**
 * Opens a window of a browser that keeps what it stores, including compiled scripts, in a directory of the room. Other
 * contexts are private windows, where Chromium compiles scripts each time.
 */
export async function openLastingContext(
  room: Room,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const directory = join(room.directory, 'browser');
  const context = await chromium.launchPersistentContext(directory, {...launchOptions(), ...options});
  room.onClose(() => context.close());
  return context;
}

function launchOptions(): LaunchOptions {
  if (!completeChromiumPath) throw new Error(missingChromium);
  return chromiumLaunch(completeChromiumPath, ['--disable-gpu']);
}

function percentiles(times: readonly number[]): {p50: number; p99: number} {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)]!);
  return {p50: at(0.5), p99: at(0.99)};
}

/** The result of actions that were done one after the other, from the milliseconds that each took. */
function roundOf(times: readonly number[]): Round {
  return {rate: 1000 / median(times), latency: percentiles(times), faults: []};
}

/** Scrolls up in that part of a page. Measures frames per second, and milliseconds between frames. */
export function scrollLoad(pid: number, scrolled: Locator): Contender {
  return {
    pid,
    async measure(seconds) {
      const page = scrolled.page();
      await page.bringToFront();
      const {x, y, width, height} = (await scrolled.boundingBox())!;
      const session = await page.context().newCDPSession(page);
      const watch = await scrolled.evaluateHandle(watchFrames);
      await session.send('Input.synthesizeScrollGesture', {
        x: x + width / 2,
        y: y + height / 2,
        yDistance: SPEED * seconds,
        speed: SPEED,
        gestureSourceType: 'mouse',
      });
      const {times, isMoved} = await watch.evaluate((end) => end());
      await session.detach();
      const between = times.slice(1).map((time, index) => time - times[index]!);
      return {
        rate: (1000 * between.length) / (times.at(-1)! - times[0]!),
        latency: percentiles(between),
        faults: isMoved ? [] : ['it did not scroll'],
      };
    },
  };
}

/**
 * Opens a page repeatedly. Measures starts per second, and milliseconds from opening the tab until its first message
 * is painted.
 */
export function startLoad(pid: number, url: string, openContext: () => Promise<BrowserContext>): Contender {
  return {
    pid,
    async measure(seconds) {
      const times: number[] = [];
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end || times.length === 0) {
        const context = await openContext();
        const page = await context.newPage();
        await page.addInitScript(noteFirstMessage);
        // Looking for it from outside would run a large script in the page while it starts.
        const painted = page.waitForEvent('console', (message) => message.text().startsWith('painted at '));
        await page.goto(url, {waitUntil: 'commit'});
        times.push(Number((await painted).text().replace('painted at ', '')));
        await page.close();
      }
      return roundOf(times);
    },
  };
}

/** Something that people do with a page, and how to take it back. */
export interface Interaction {
  name: string;
  act(): Promise<void>;
  /** A JavaScript expression that is true in the page when the result is there. */
  done: string;
  undo(): Promise<void>;
}

/**
 * Does these interactions in turn. Measures interactions per second, and milliseconds from releasing the button or
 * pressing the key until the result is painted.
 */
export function interactionLoad(pid: number, page: Page, interactions: readonly Interaction[]): Contender {
  return {
    pid,
    async measure(seconds) {
      await page.bringToFront();
      const times: number[] = [];
      const slowest = new Map<string, number>();
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end || times.length < interactions.length) {
        for (const {name, act, done, undo} of interactions) {
          const painted = await page.evaluateHandle(`(${watchPaint})(() => ${done})`);
          await act();
          const time = Number(
            await page.evaluate((result) => (result as {time: Promise<number>}).time, painted),
          );
          times.push(time);
          slowest.set(name, Math.max(slowest.get(name) ?? 0, time));
          await undo();
          await page.evaluate(`new Promise((resolve) => {
            const look = () => ((${done}) ? requestAnimationFrame(look) : resolve());
            look();
          })`);
        }
      }
      const list = [...slowest].map(([name, time]) => `${name} ${Math.round(time)}`);
      console.log(`  slowest in milliseconds: ${list.join(', ')}`);
      return roundOf(times);
    },
  };
}

/**
 * Posts messages that an open page shows. Measures messages per second of the page's processor time, and that time in
 * milliseconds.
 */
export function messageLoad(pid: number, page: Page, post: (message: string) => Promise<unknown>): Contender {
  let posted = 0;
  return {
    pid,
    async measure(seconds) {
      await page.bringToFront();
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const busy = async () => {
        const {metrics} = await session.send('Performance.getMetrics');
        return 1000 * metrics.find(({name}) => name === 'TaskDuration')!.value;
      };
      const times: number[] = [];
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end || times.length === 0) {
        const before = await busy();
        const message = `Message ${posted++} of this window`;
        await post(message);
        // Only looks at messages, because the page would be busy with looking for it elsewhere.
        await page.locator('article', {hasText: message}).waitFor();
        // What follows a message, such as marking the channel as read.
        await page.waitForTimeout(500);
        times.push((await busy()) - before);
      }
      await session.detach();
      return roundOf(times);
    },
  };
}

declare const document: {querySelector(selector: string): unknown};

/** Runs in the page, before the page's scripts. */
function noteFirstMessage() {
  const look = () => {
    if (!document.querySelector('article')) requestAnimationFrame(look);
    // The next frame begins after this one is painted.
    else requestAnimationFrame((time) => console.debug(`painted at ${time}`));
  };
  requestAnimationFrame(look);
}

/** Runs in the page. The time is in an object, because a promise would be awaited. */
const watchPaint = `(isDone) => {
  let since = 0;
  const note = ({timeStamp}) => { since = timeStamp; };
  for (const type of ['keydown', 'pointerup']) addEventListener(type, note, {capture: true});
  const time = new Promise((resolve) => {
    const look = () => {
      if (since === 0 || !isDone()) return requestAnimationFrame(look);
      // The next frame begins after this one is painted.
      requestAnimationFrame((time) => {
        for (const type of ['keydown', 'pointerup']) removeEventListener(type, note, {capture: true});
        resolve(time - since);
      });
    };
    requestAnimationFrame(look);
  });
  return {time};
}`;

declare const requestAnimationFrame: (look: (time: number) => void) => number;
declare const cancelAnimationFrame: (request: number) => void;

/** Runs in the page. */
function watchFrames(scrolled: {scrollTop: number}) {
  const times: number[] = [];
  const seen = new Set<number>();
  const look = (time: number) => {
    times.push(time);
    seen.add(scrolled.scrollTop);
    next = requestAnimationFrame(look);
  };
  let next = requestAnimationFrame(look);
  return () => {
    cancelAnimationFrame(next);
    return {times, isMoved: seen.size > times.length / 2};
  };
}
