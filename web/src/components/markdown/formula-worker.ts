import katex from 'katex';
import {respond} from '../../lib/deadline-worker.ts';
import type {FormulaRequest} from './typeset-formula.tsx';

/** In characters of HTML. Larger formulas aren't shown. */
const MAX_HTML_LENGTH = 300_000;

respond<FormulaRequest, void, string>(
  async () => {},
  ({source, block}) => {
    const html = katex.renderToString(source, {
      displayMode: block,
      // No links, images, classes or attributes.
      trust: false,
      strict: 'ignore',
      // Macros can multiply, and sizes can cover the page.
      maxExpand: 200,
      maxSize: 20,
    });
    return html.length > MAX_HTML_LENGTH ? undefined : html;
  },
);
