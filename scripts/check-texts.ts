// Checks that every text that people read in the web client can be translated: it is passed to a macro of Lingui, and
// `t` runs after the language is known. docs/translating.md explains how to write texts.

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

/** Attributes and properties whose strings are texts, even if they are a single word. */
const TEXT_NAMES =
  /^(?:label|title|text|hint|heading|placeholder|message|description|aria-label|aria-description|\w+(?:Label|Title|Text|Hint))$/;
/** One or more words for people: `Save`, `3 files`. Examples such as `build-status` don't count. */
const WORDS = /^[^\p{L}]*\p{Lu}\p{Ll}+(?:[\s,.:!?…]|$)|\p{L}+ \p{L}+ \p{L}+/u;
/** A sentence, or the start of one. */
const SENTENCE = /^\p{Lu}[\p{Ll}'’]*(?: [\p{L}'’]+){2}|^\p{Lu}\p{Ll}+ \p{Ll}+$/u;
const MACRO_FUNCTIONS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage']);
const MACRO_ELEMENTS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
/** Elements whose content isn't in a language: code and keys. */
const CODE_ELEMENTS = new Set(['code', 'kbd', 'pre']);
/** Methods that search for a text in another one. */
const TEXT_METHODS = new Set(['endsWith', 'includes', 'replace', 'replaceAll', 'startsWith']);
/** Errors that only programmers read. */
const PROGRAM_ERRORS = new Set(['Error', 'TypeError', 'RangeError']);
/** Its texts are in the catalogs without a macro (`web/server-texts.ts`). */
const SETTING_NAMES = 'web/src/lib/setting-names.ts';
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function getName(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

/** Whether everything below this node is translated, or isn't text. */
function isSettled(node: Node): boolean {
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return MACRO_FUNCTIONS.has(getName(node.tag));
    case 'CallExpression':
      return (
        MACRO_FUNCTIONS.has(getName(node.callee)) || TEXT_METHODS.has(getName((node.callee as Node).property))
      );
    case 'NewExpression':
      return PROGRAM_ERRORS.has(getName(node.callee));
    case 'JSXElement': {
      const name = getName((node.openingElement as Node).name);
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

/** All texts of a source file that can't be translated, each with its line and the problem. */
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
    const called = getName(node.tag ?? node.callee);
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
      // Keys aren't texts, and neither are values in comparisons.
      if (member === 'key' || (node.type === 'BinaryExpression' && member !== 'type')) continue;
      const childName =
        node.type === 'JSXAttribute'
          ? getName(node.name)
          : node.type === 'Property'
            ? getName(node.key)
            : name;
      for (const one of Array.isArray(child) ? child : [child]) {
        if (isNode(one)) visit(one, childName, inFunction);
      }
    }
  }

  visit(parseSync(file, source).program as unknown as Node, '', false);
  return faults;
}

/** The faults in all sources of the web client, each as `file:line: problem`. */
export function checkTexts(root: string): string[] {
  return sourceFiles(root, 'web/src')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file) && file !== SETTING_NAMES)
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
