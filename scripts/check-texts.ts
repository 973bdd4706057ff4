// Every text that people read in the web client can be translated: it goes through a macro of Lingui, and `t` runs when
// the language is known. docs/translating.md says how to write texts.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseSync} from 'oxc-parser';
import {projectRoot} from './bootstrap.js';
import {sourceFiles} from './source-files.ts';

interface Node {
  type: string;
  start: number;
  [member: string]: unknown;
}

/** Attributes and properties whose strings are texts, even of one word. */
const TEXT_NAMES =
  /^(?:label|title|text|hint|heading|placeholder|message|description|aria-label|aria-description|\w+(?:Label|Title|Text|Hint))$/;
/** A word or more as a person reads them: `Save`, `3 files`. Examples such as `build-status` are no words. */
const WORDS = /^[^\p{L}]*\p{Lu}\p{Ll}+(?:[\s,.:!?…]|$)|\p{L}+ \p{L}+ \p{L}+/u;
/** A sentence, or the start of one. */
const SENTENCE = /^\p{Lu}[\p{Ll}'’]*(?: [\p{L}'’]+){2}|^\p{Lu}\p{Ll}+ \p{Ll}+$/u;
const MACRO_FUNCTIONS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage']);
const MACRO_ELEMENTS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
/** Elements whose content is no language: code and keys. */
const CODE_ELEMENTS = new Set(['code', 'kbd', 'pre']);
/** Methods that look for a text in another one. */
const TEXT_METHODS = new Set(['endsWith', 'includes', 'replace', 'replaceAll', 'startsWith']);
/** Errors for programmers. */
const PROGRAM_ERRORS = new Set(['Error', 'TypeError', 'RangeError']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

/** Whether what is below this node is translated, or no text. */
function isSettled(node: Node): boolean {
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return MACRO_FUNCTIONS.has(nameOf(node.tag));
    case 'CallExpression':
      return (
        MACRO_FUNCTIONS.has(nameOf(node.callee)) || TEXT_METHODS.has(nameOf((node.callee as Node).property))
      );
    case 'NewExpression':
      return PROGRAM_ERRORS.has(nameOf(node.callee));
    case 'JSXElement': {
      const name = nameOf((node.openingElement as Node).name);
      return MACRO_ELEMENTS.has(name) || CODE_ELEMENTS.has(name);
    }
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return true;
    default:
      return node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type);
  }
}

/** All texts of a source file that cannot be translated, each as its line and what is wrong. */
export function textFaults(file: string, source: string): {line: number; fault: string}[] {
  const faults: {line: number; fault: string}[] = [];
  const report = ({start}: Node, fault: string) =>
    faults.push({line: source.slice(0, start).split('\n').length, fault});

  function checkString(node: Node, text: string, name: string): void {
    if (text === 'Patchbay') return;
    if (TEXT_NAMES.test(name) ? WORDS.test(text) : SENTENCE.test(text)) {
      report(node, `${JSON.stringify(text.slice(0, 60))} cannot be translated`);
    }
  }

  function visit(node: Node, name: string, isInFunction: boolean): void {
    const isMacro = node.type === 'TaggedTemplateExpression' || node.type === 'CallExpression';
    const called = nameOf(node.tag ?? node.callee);
    if (isMacro && (called === 't' || called === 'plural') && !isInFunction) {
      report(node, `${called} runs before the language is known: use msg, or a function`);
    }
    if (isSettled(node)) return;
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node.value))) {
      report(node, `${JSON.stringify(String(node.value).trim().slice(0, 60))} cannot be translated`);
    }
    if (node.type === 'Literal' && typeof node.value === 'string') checkString(node, node.value, name);
    if (node.type === 'TemplateElement') {
      checkString(node, String((node.value as {cooked: string}).cooked), name);
    }
    const inFunction = isInFunction || FUNCTIONS.has(node.type);
    for (const [member, child] of Object.entries(node)) {
      // Keys are no texts, and neither are the values that something is compared with.
      if (member === 'key' || (node.type === 'BinaryExpression' && member !== 'type')) continue;
      const childName =
        node.type === 'JSXAttribute' ? nameOf(node.name) : node.type === 'Property' ? nameOf(node.key) : name;
      for (const one of Array.isArray(child) ? child : [child]) {
        if (isNode(one)) visit(one, childName, inFunction);
      }
    }
  }

  visit(parseSync(file, source).program as unknown as Node, '', false);
  return faults;
}

/** The faults of all sources of the web client, each as `file:line: what is wrong`. */
export function checkTexts(root: string): string[] {
  return sourceFiles(root, 'web/src')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file))
    .flatMap((file) =>
      textFaults(file, readFileSync(join(root, file), 'utf8')).map(
        ({line, fault}) => `${file}:${line}: ${fault}`,
      ),
    );
}

if (import.meta.main) {
  const faults = checkTexts(projectRoot);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
