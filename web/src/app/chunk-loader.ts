/**
 * Loads the files of the built client, which are classic scripts (web/classic-scripts.ts). As with `import()`, a file
 * runs once, after those that it imports, and only when all of them are there. Files that couldn't be loaded are
 * requested again the next time.
 */
import {readFirstFiles} from './first-files.ts';

type Exports = Readonly<Record<string, unknown>>;
/** What a file has instead of `import.meta` and `import()`. */
interface File {
  url: string;
  request: typeof request;
  load: typeof load;
}

type Body = (file: File, ...imported: Exports[]) => Exports;

interface Chunk {
  url: string;
  /** When this file and all that it imports are there. */
  loaded: Promise<unknown>;
  imported: Chunk[];
  body?: Body;
  exports?: Exports;
}

declare global {
  /** Called by each file. The paths of what it imports are relative to its own, which is in the same folder as this one. */
  var defineChunk: (paths: readonly string[], body: Body) => void;
}

const runningScript = () => document.currentScript as HTMLScriptElement;

const first = runningScript();
const chunks = new Map<string, Chunk>();

function add(url: string, isThere: Promise<void>): Chunk {
  const chunk: Chunk = {
    url,
    imported: [],
    loaded: isThere.then(() => Promise.all(chunk.imported.map(({loaded}) => loaded))),
  };
  chunk.loaded.catch(() => chunks.delete(url));
  chunks.set(url, chunk);
  return chunk;
}

/** Begins to load a file and what it imports, but doesn't run it. */
function request(path: string): Chunk {
  const url = new URL(path, first.src).href;
  return chunks.get(url) ?? add(url, runScript(url));
}

function runScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    // As in the tags of the page.
    script.crossOrigin = '';
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new TypeError(`${url} can't be loaded.`));
    document.head.append(script);
  });
}

function run(chunk: Chunk): Exports {
  chunk.exports ??= chunk.body!({url: chunk.url, request, load}, ...chunk.imported.map(run));
  return chunk.exports;
}

async function load(path: string): Promise<Exports> {
  const chunk = request(path);
  await chunk.loaded;
  return run(chunk);
}

const pageUrl = new URL(first.dataset.page!, first.src).href;
let arrived: () => void;
/** The page has the script of this one itself. Files that import it can be there first. */
const page = add(pageUrl, new Promise<void>((resolve) => (arrived = resolve)));
void page.loaded.then(() => run(page));

globalThis.defineChunk = (paths, body) => {
  const url = runningScript().src;
  const chunk = chunks.get(url) ?? add(url, Promise.resolve());
  chunk.body = body;
  chunk.imported = paths.map(request);
  if (chunk === page) arrived();
};

/** Requests what the first page needs before the page's script does. It runs when that script imports it. */
export function loadFirstFiles(): void {
  if (document.cookie.includes('MMUSERID=')) request(first.dataset.signedIn!);
  for (const url of readFirstFiles(pageUrl)) {
    if (url.endsWith('.css')) preloadStyles(url);
    // The first script itself, and what is in its file, is already there.
    else if (url !== first.src) request(url);
  }
}

function preloadStyles(url: string): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'style';
  link.crossOrigin = '';
  link.href = url;
  document.head.append(link);
}
