import 'katex/dist/katex.min.css';
import {useEffect, useLayoutEffect, useRef, useState} from 'react';
import {runInWorker} from '../../lib/deadline-worker.ts';
import {CodeBlock} from './code-block.tsx';
import styles from './typeset-formula.module.css';

/** In characters of source. Longer formulas aren't typeset. */
const MAX_LENGTH = 5_000;
/** In milliseconds. Macros can make a short formula run forever. */
const DEADLINE = 2000;
/** The maximum number of cached formulas, which appear immediately when a message is shown again. */
const MAX_CACHED = 100;

export interface FormulaRequest {
  source: string;
  /** On its own lines. */
  block: boolean;
}

const typesetInWorker = runInWorker<FormulaRequest, string>(
  () => new Worker(new URL('./formula-worker.ts', import.meta.url), {type: 'module'}),
  DEADLINE,
);
/** The HTML of recent formulas, oldest first. Undefined for those that are shown as source. */
const cache = new Map<string, string | undefined>();

/** Renders a formula. Shows the source until it is typeset, and if it has an error, is too long or is too large. */
export default function TypesetFormula({source, block = false}: {source: string; block?: boolean}) {
  const element = useRef<HTMLSpanElement>(null);
  const key = `${block}${source}`;
  const [typeset, setTypeset] = useState<{key: string; html: string | undefined}>();
  const html = typeset?.key === key ? typeset.html : cache.get(key);
  useEffect(() => {
    if (cache.has(key) || source.length > MAX_LENGTH) return;
    const ended = new AbortController();
    typesetInWorker({source, block}, ended.signal)
      // Without workers, the source is shown, which is still readable.
      .catch(() => undefined)
      .then((result) => {
        if (ended.signal.aborted) return;
        cache.set(key, result);
        if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
        setTypeset({key, html: result});
      });
    return () => ended.abort();
  }, [key, source, block]);
  useLayoutEffect(() => {
    if (html !== undefined) element.current!.replaceChildren(...parseNodes(html));
  }, [html]);
  if (html === undefined) {
    return block ? <CodeBlock code={source.trim()} language="latex" /> : <code>${source}$</code>;
  }
  return <span ref={element} className={block ? styles.block : styles.inline} dir="ltr" />;
}

/** The nodes of KaTeX's HTML. */
function parseNodes(html: string): ChildNode[] {
  // The Content-Security-Policy doesn't allow style attributes, but scripts can set the same styles. KaTeX escapes
  // quotation marks in texts, so this only matches attributes.
  const {body} = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
  for (const styled of body.querySelectorAll<HTMLElement | SVGElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style!;
    styled.removeAttribute('data-style');
  }
  return [...body.childNodes];
}
