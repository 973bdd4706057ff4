// Checks that everything the documents refer to exists: links, headings, npm scripts, commands and files; that each
// product rule names its tests; and that the rows of a page have different numbers.

import {existsSync, readFileSync} from 'node:fs';
import {join, posix} from 'node:path';
import {Command} from 'commander';
import {commands} from '../server/src/commands/commands.ts';
import {projectRoot} from './bootstrap.js';
import {sourceFiles} from './source-files.ts';

interface Finding {
  line: number;
  text: string;
}

/** Blanks the code blocks of a document without changing line numbers. */
function withoutCodeBlocks(markdown: string): string {
  let fence = '';
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
      if (mark && (fence === '' || line.trim() === fence)) {
        fence = fence === '' ? mark : '';
        return '';
      }
      return fence === '' ? line : '';
    })
    .join('\n');
}

const withoutCodeSpans = (markdown: string) =>
  markdown.replaceAll(/`[^`\n]*`/g, (span) => ' '.repeat(span.length));

export function findAll(text: string, pattern: RegExp): Finding[] {
  return [...text.matchAll(pattern)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    text: match[1]!,
  }));
}

/** The targets of links, images and reference definitions in a document. */
export function findLinks(markdown: string): Finding[] {
  const prose = withoutCodeSpans(withoutCodeBlocks(markdown));
  return [
    ...findAll(prose, /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g),
    ...findAll(prose, /^\s*\[[^\]]+\]:\s*(\S+)/gm),
  ];
}

/** The anchors of the headings of a document, as on GitHub. */
export function findAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const {text} of findAll(withoutCodeBlocks(markdown), /^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    let anchor = slug;
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The page that maps product rules to tests. */
const RULES_PAGE = 'docs/testing.md';

const ownFolders = /^(?:server|web|scripts|test|bench|docs|examples|\.ci)\/[\w./-]+$/;
/** Folders that a build or run creates, which a fresh clone doesn't have. */
const generated = /^(?:web\/dist|bench\/results|reports)(?:\/|$)/;

/** The numbered rules of a table that have no test file in the last column. */
export function rulesWithoutTest(markdown: string): Finding[] {
  return findAll(markdown, /^\| (\d+ \| .*) \|$/gm)
    .filter(({text}) => !/`[\w./-]+\.test\.ts`/.test(text.split(' | ').at(-1)!))
    .map(({line, text}) => ({line, text: text.split(' ')[0]!}));
}

/** The page that describes the tokens of the design, and the file that defines them. */
const DESIGN_PAGE = 'docs/design.md';
const TOKENS_FILE = 'web/src/app/design-tokens.css';

/** The tokens that only the page or only the style sheet contains. */
export function tokenFaults(markdown: string, styles: string): Finding[] {
  const named = findAll(markdown, /`(--[a-z][\w-]*)`/g);
  const defined = new Set(findAll(styles, /^\s*(--[a-z][\w-]*):/gm).map(({text}) => text));
  const unknown = named
    .filter(({text}) => !defined.has(text))
    .map(({line, text}) => ({line, text: `no token is called ${text}`}));
  const missing = [...defined.difference(new Set(named.map(({text}) => text)))];
  return [...unknown, ...missing.map((name) => ({line: 1, text: `the token ${name} is not described`}))];
}

/** The page whose numbered rows comments cite. */
const CITED_ROWS_PAGE = 'docs/compatibility.md';

/** The numbered rows of all tables of a document whose number was used before. */
export function repeatedRows(markdown: string): Finding[] {
  const used = new Set<string>();
  return findAll(markdown, /^\| (\d+) \|/gm).filter(({text}) => used.size === used.add(text).size);
}

/** The page whose walkthroughs name files and functions. */
const WALKTHROUGHS_PAGE = 'docs/architecture.md';

/**
 * The files and functions in the steps of walkthroughs that don't exist. A walkthrough is a numbered list after a title
 * with "paths from"; a function must be in one of the files of its step.
 *
 * @param sources the contents of source files, by path
 */
export function walkthroughFaults(markdown: string, sources: ReadonlyMap<string, string>): Finding[] {
  const faults: Finding[] = [];
  let workspace = '';
  for (const item of markdown.matchAll(/^(?:\*\*.*\bpaths from `(server|web)\b.*|\d+\. .*(?:\n {3}.*)*)/gm)) {
    workspace = item[1] ?? workspace;
    if (workspace === '' || item[1]) continue;
    const {line} = findAll(markdown.slice(0, item.index), /(\n)/g).at(-1) ?? {line: 0};
    const names = findAll(item[0], /`([^`\n]+)`/g).map(({text}) => text);
    const texts: string[] = [];
    for (const name of names.filter((one) => /\.tsx?$/.test(one))) {
      const paths = [...sources.keys()].filter(
        (path) => path.startsWith(workspace) && path.endsWith(`/${name}`),
      );
      texts.push(...paths.map((path) => sources.get(path)!));
      if (paths.length === 0) faults.push({line: line + 1, text: `${workspace} has no file ${name}`});
    }
    for (const name of names.filter((one) => /^[a-z]\w*$/i.test(one))) {
      const isThere = texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
      if (!isThere) faults.push({line: line + 1, text: `no file of this step has ${name}`});
    }
  }
  return faults;
}

/** Returns the subcommands of a command, such as `['user']`. */
export type Subcommands = (path: readonly string[]) => readonly string[];

/** All problems of the documents, each as `file:line: problem`. */
export function checkDocuments(root: string, subcommands: Subcommands): string[] {
  const faults: string[] = [];
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts ?? {};
  const files = sourceFiles(root, '.').filter((file) => file.endsWith('.md'));
  for (const file of files) {
    const markdown = readFileSync(join(root, file), 'utf8');
    const report = ({line}: Finding, fault: string) => faults.push(`${file}:${line}: ${fault}`);

    for (const link of findLinks(markdown)) {
      if (/^[a-z][a-z+.-]*:/i.test(link.text)) continue;
      const [path = '', anchor] = decodeURI(link.text).split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!existsSync(join(root, target))) report(link, `the link points to ${target}, which does not exist`);
      else if (anchor && target.endsWith('.md')) {
        const anchors = findAnchors(readFileSync(join(root, target), 'utf8'));
        if (!anchors.has(anchor)) report(link, `${target} has no heading for #${anchor}`);
      }
    }
    for (const script of findAll(markdown, /\bnpm run (?:-s |--silent )?([\w:-]+)/g)) {
      if (!(script.text in scripts)) report(script, `package.json has no script ${script.text}`);
    }
    for (const command of findAll(markdown, /\bnpx patchbay((?: [a-z][a-z-]*)+)/g)) {
      const words = command.text.trim().split(' ');
      for (const [depth, word] of words.entries()) {
        const known = subcommands(words.slice(0, depth));
        // After a command without subcommands, the words are arguments or the rest of a sentence.
        if (known.length === 0) break;
        if (!known.includes(word))
          report(command, `patchbay has no command ${words.slice(0, depth + 1).join(' ')}`);
      }
    }
    if (file === RULES_PAGE) {
      for (const rule of rulesWithoutTest(markdown)) report(rule, `rule ${rule.text} names no test file`);
    }
    if (file === DESIGN_PAGE) {
      const styles = readFileSync(join(root, TOKENS_FILE), 'utf8');
      for (const fault of tokenFaults(markdown, styles)) report(fault, fault.text);
    }
    if (file === CITED_ROWS_PAGE) {
      for (const row of repeatedRows(markdown)) report(row, `the number ${row.text} is used by another row`);
    }
    if (file === WALKTHROUGHS_PAGE) {
      const paths = sourceFiles(root, '.').filter((path) => /^(?:server|web)\/src\/.*\.tsx?$/.test(path));
      const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
      for (const fault of walkthroughFaults(markdown, sources)) report(fault, fault.text);
    }
    const named = [
      ...findAll(withoutCodeBlocks(markdown), /`([^`\n]+)`/g).filter(
        ({text}) => ownFolders.test(text) && !generated.test(text),
      ),
      ...findAll(markdown, /\b(?:npx )?node ((?:server|scripts|bench)\/[\w./-]+)/g),
    ];
    for (const name of named) {
      if (!existsSync(join(root, name.text))) report(name, `${name.text} does not exist`);
    }
  }
  return faults;
}

/** The subcommands that the command line declares. */
async function declaredSubcommands(): Promise<Subcommands> {
  const program = new Command();
  for (const load of Object.values(commands)) (await load())(program);
  return (path) => {
    let command: Command | undefined = program;
    for (const word of path) command = command?.commands.find((it) => it.name() === word);
    return command?.commands.map((it) => it.name()) ?? [];
  };
}

if (import.meta.main) {
  const faults = checkDocuments(projectRoot, await declaredSubcommands());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
