import type {LanguageFn} from 'highlight.js';
import core from 'highlight.js/lib/core';

/** A piece of code: plain, or with a type such as `keyword`. */
export type Highlighted = string | {kind: string; parts: readonly Highlighted[]};

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
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
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

/** Longer code isn't highlighted, because that would block the page. */
const LONGEST = 50_000;

interface TreeNode {
  scope?: string;
  children: (string | TreeNode)[];
}

/** The pieces of `code`; one plain piece for an unknown language. */
export async function highlight(code: string, language: string): Promise<readonly Highlighted[]> {
  const lower = language.toLowerCase().split(/\s/)[0]!;
  const name = OTHER_NAMES[lower] ?? lower;
  const load = LANGUAGES[name];
  if (!load || code.length > LONGEST) return [code];
  if (!core.getLanguage(name)) core.registerLanguage(name, (await load()).default);
  const result = core.highlight(code, {language: name, ignoreIllegals: true});
  // Uses the syntax tree instead of the library's HTML: messages never become HTML.
  const {rootNode} = result._emitter as unknown as {rootNode: TreeNode};
  return rootNode.children.map(piece);
}

function piece(node: string | TreeNode): Highlighted {
  if (typeof node === 'string') return node;
  return {kind: node.scope ?? '', parts: node.children.map(piece)};
}
