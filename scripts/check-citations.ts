// Checks that comments cite only what is in the repository: the cited pages, headings and numbered rows exist, and no
// comment refers to other documents.

import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {findAll, findAnchors} from './check-docs.ts';
import {sourceFiles} from './source-files.ts';

const SOURCE = /\.(?:[cm]?[jt]sx?|css|sql)$/;

/** Names of documents outside the repository. Their words may be separated by a line break. */
const OUTSIDE =
  /\b(reference\s+facts|QUALITY\s+\d+|(?:[Dd]ecisions?|DECISIONS)\s+\d+|[Tt]he\s+specification|(?<=\()specification,)/g;

const PAGE = /\b(docs\/[\w-]+\.md(?:#[\p{L}\p{N}_-]+)?)/gu;
const NUMBERED = /\b(docs\/[\w-]+\.md#[\p{L}\p{N}_-]+,\s+(?:rows?|rules?)\s+\d+(?:\s+and\s+\d+)*)/gu;

/**
 * The comments of a source file, with everything else blank, so that line numbers don't change. Only recognizes
 * comments at the start of a line or after code, which is sufficient for formatted files. Also returns strings that
 * look like comments.
 */
export function extractComments(source: string): string {
  return source
    .split('\n')
    .map(
      (line) =>
        (/^\s*(?:\/\*+|\*(?!\/)|\/\/+|-- )(.*)$/.exec(line) ?? /\s(?:\/\/|\/\*+) (.*)$/.exec(line))?.[1] ??
        '',
    )
    .join('\n');
}

/** All invalid citations in comments, each as `file:line: problem`. */
export function checkCitations(root: string): string[] {
  const faults: string[] = [];
  const pages = new Map<string, {markdown: string; anchors: Set<string>}>();

  function readPage(path: string) {
    let page = pages.get(path);
    if (!page && existsSync(join(root, path))) {
      const markdown = readFileSync(join(root, path), 'utf8');
      page = {markdown, anchors: findAnchors(markdown)};
      pages.set(path, page);
    }
    return page;
  }

  for (const file of sourceFiles(root, '.').filter((path) => SOURCE.test(path))) {
    const comments = extractComments(readFileSync(join(root, file), 'utf8'));
    const report = (line: number, fault: string) => faults.push(`${file}:${line}: ${fault}`);

    for (const {line, text} of findAll(comments, OUTSIDE)) {
      report(line, `"${text.replaceAll(/\s+/g, ' ')}" is not in the repository`);
    }
    for (const {line, text} of findAll(comments, PAGE)) {
      const [path = '', anchor] = text.split('#');
      const page = readPage(path);
      if (!page) report(line, `${path} does not exist`);
      else if (anchor && !page.anchors.has(anchor)) report(line, `${path} has no heading for #${anchor}`);
    }
    for (const {line, text} of findAll(comments, NUMBERED)) {
      const [cited = '', numbers = ''] = text.split(',');
      const path = cited.split('#')[0]!;
      for (const number of numbers.match(/\d+/g) ?? []) {
        const page = readPage(path);
        if (page && !page.markdown.includes(`\n| ${number} | `)) report(line, `${path} has no row ${number}`);
      }
    }
  }
  return faults;
}

if (import.meta.main) {
  const faults = checkCitations(projectRoot);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
