import type {LanguageFn} from 'highlight.js';
import core from 'highlight.js/lib/core';
import {respond} from '../deadline-worker.ts';
import type {Highlighted, HighlightRequest} from './highlight.ts';

type LanguageModule = Promise<{default: LanguageFn}>;

/** Each language is a separate file, loaded when a message needs it. */
const LANGUAGES: Record<string, () => LanguageModule> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const OTHER_NAMES: Record<string, string> = {
  'c#': 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  cjs: 'javascript',
  conf: 'ini',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  h: 'c',
  hpp: 'cpp',
  htm: 'xml',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

/** The page would take long to render more pieces than this. The rest of the text is plain. */
const MAX_PIECES = 20_000;
/** Pieces nested more deeply than this are plain text. */
const MAX_DEPTH = 10;

interface TreeNode {
  scope?: string;
  children: (string | TreeNode)[];
}

respond<HighlightRequest, string | undefined, readonly Highlighted[]>(
  async ({language}) => {
    const lower = language.toLowerCase().split(/\s/)[0]!;
    const name = OTHER_NAMES[lower] ?? lower;
    if (!Object.hasOwn(LANGUAGES, name)) return undefined;
    if (!core.getLanguage(name)) core.registerLanguage(name, (await LANGUAGES[name]!()).default);
    return name;
  },
  ({code}, language) => {
    if (language === undefined) return undefined;
    const result = core.highlight(code, {language, ignoreIllegals: true});
    // Uses the syntax tree instead of the library's HTML, because messages never become HTML.
    return toPieces((result._emitter as unknown as {rootNode: TreeNode}).rootNode);
  },
);

/** The pieces of a tree, up to the limits. */
function toPieces(root: TreeNode): Highlighted[] {
  let left = MAX_PIECES;
  const children = (node: TreeNode, depth: number): Highlighted[] => {
    const pieces: Highlighted[] = [];
    for (const child of node.children) {
      const plain = typeof child === 'string' || left === 0 || depth === MAX_DEPTH;
      if (!plain) {
        left -= 1;
        pieces.push({kind: child.scope ?? '', parts: children(child, depth + 1)});
      } else if (typeof pieces.at(-1) === 'string') {
        pieces.push(`${pieces.pop()}${getText(child)}`);
      } else {
        pieces.push(getText(child));
      }
    }
    return pieces;
  };
  return children(root, 0);
}

function getText(node: string | TreeNode): string {
  return typeof node === 'string' ? node : node.children.map(getText).join('');
}
