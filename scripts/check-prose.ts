// Checks the docs and the texts of the web client for phrases that are not plain, idiomatic English.

import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {sourceFiles} from './source-files.ts';

/** Phrases to avoid, with what to write instead. A phrase may be split by a line break. */
export const PHRASES: readonly [phrase: RegExp, instead: string][] = [
  [/whoever|whosoever/, 'anyone who; people who'],
  [/whomever|whichever|whatsoever/, 'any; the one that'],
  [/whatever/, 'anything; any'],
  [/nobody|no-one/, 'no one; or name the user and what they can do'],
  [/somebody/, 'someone; a user'],
  [/everybody/, 'everyone'],
  [/anew|afresh/, 'again'],
  [/of which|of whom|of whose/, 'two sentences, or "with"'],
  [/upon which|wherein|whereby|thereof|therein/, 'a shorter sentence'],
  [/in vain/, 'unsuccessfully; "fails"'],
  [/meanwhile/, 'in the meantime; at the same time'],
  [/henceforth|hitherto|heretofore|thereupon/, 'from now on; until now'],
  [/any more/, 'no longer; anymore'],
  [/for good/, 'permanently'],
  [/at rest/, 'idle'],
  [/stands? (?:beside|behind|below|above|in the way)/, 'is next to; is after; is below; prevents'],
  [/lies (?:in|beside|behind|below|outside)/, 'is in; is next to'],
  [/bears? (?:the|a|its|no|that|the same)/, 'has'],
  [/brings? along/, 'include; import'],
  [/takes? (?:apart|along|over from)/, 'parse; include'],
  [/puts? together/, 'build; combine'],
  [/gives? (?:back|away)/, 'return; reveal'],
  [/is of no (?:more )?use|of no more use/, 'cannot be used'],
  [/is no (?:fault|hindrance|obstacle)/, 'is not an error; is ignored'],
  [/came (?:and|or) (?:went|left)|come and go/, 'joined or left; are created and removed'],
  [/tells? (?:of|apart)/, 'describe; distinguish'],
  [/hears? of/, 'is notified of; receives'],
  [/is told (?:of|that|so)/, 'is notified of; sees'],
  [/the words? (?:of|for) the person/, 'the message'],
  [/in the midst of/, 'during; in the middle of'],
  [/upon (?:a|an|the|it|them|this|that|[A-Z]+)/, 'on; after'],
  [/beside (?:the|a|an|it|them|this|that|what|your?|our)/, 'next to; in addition to'],
  [/nothing but|save that/, 'except; only'],
  [/so far as/, 'as far as; if'],
  [/learns? of/, 'is notified of; finds out about'],
  [/(?:is|are) told so/, 'is notified'],
  [
    /reacts? at once|ends? at once|stops? at once|starts? at once|appears? at once|announced at once/,
    'immediately',
  ],
  [/is gone|are gone/, 'no longer exists; is lost; is closed'],
  [/in its own right/, 'as a separate …'],
  [/one another's/, "each other's"],
  [/[a-z]+’(?:s|t|re|ve|ll|d)/, 'a straight apostrophe, as in "can\'t"'],
  [
    /behaviour|colour|licence|neighbour|favourite|cancell(?:ed|ing)|spelt|analyse|initialis/,
    'American spelling',
  ],
];

/**
 * Correct uses of these phrases, by file: the text around the phrase, on one line.
 */
export const EXCEPTIONS: readonly {file: string; text: string}[] = [];

/** A phrase in a file. */
interface Finding {
  line: number;
  phrase: string;
  instead: string;
}

/** Blanks code blocks, code spans, link targets and comments of a Markdown document without changing line numbers. */
function extractProse(markdown: string): string {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  return markdown
    .replaceAll(/^(```+|~~~+)[\s\S]*?^\1[ \t]*$/gm, blank)
    .replaceAll(/`[^`\n]*`/g, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/(?<=\]\()[^)\s]*(?=\))/g, blank);
}

/** The `msgid` texts of a message catalog, on their original lines. */
function extractMessages(catalog: string): string {
  let isMessage = false;
  return catalog
    .split('\n')
    .map((line) => {
      if (/^(?:msgid|msgid_plural) /.test(line)) isMessage = true;
      else if (!line.startsWith('"')) isMessage = false;
      return isMessage ? (/"(.*)"\s*$/.exec(line)?.[1] ?? '') : '';
    })
    .join('\n');
}

/** Finds phrases to avoid in a text, case-insensitively, except those in `allowed`. */
export function findPhrases(text: string, allowed: readonly string[] = []): Finding[] {
  const found = PHRASES.flatMap(([phrase, instead]) => {
    const source = phrase.source.replaceAll(' ', '\\s+');
    return [...text.matchAll(new RegExp(`\\b(?:${source})\\b`, 'gi'))].map((match) => {
      const around = text.slice(Math.max(0, match.index - 80), match.index + 80).replaceAll(/\s+/g, ' ');
      return {
        line: text.slice(0, match.index).split('\n').length,
        phrase: match[0].replaceAll(/\s+/g, ' '),
        instead,
        isAllowed: allowed.some((exception) => around.includes(exception)),
      };
    });
  });
  return found
    .filter(({isAllowed}) => !isAllowed)
    .map(({line, phrase, instead}) => ({line, phrase, instead}))
    .sort((a, b) => a.line - b.line);
}

/** All phrases to avoid in the docs and message catalogs, each as `file:line: "phrase": say …`. */
export function checkProse(root: string): string[] {
  const documents = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md'].filter((file) =>
      existsSync(join(root, file)),
    ),
    ...sourceFiles(root, 'docs').filter((file) => file.endsWith('.md')),
  ];
  const catalogs = sourceFiles(root, 'web/src/locales/en').filter((file) => file.endsWith('.po'));
  return [...documents, ...catalogs].flatMap((file) => {
    const content = readFileSync(join(root, file), 'utf8');
    const text = file.endsWith('.po') ? extractMessages(content) : extractProse(content);
    const allowed = EXCEPTIONS.filter((exception) => exception.file === file).map(
      (exception) => exception.text,
    );
    return findPhrases(text, allowed).map(
      ({line, phrase, instead}) => `${file}:${line}: "${phrase}": say ${instead}`,
    );
  });
}

if (import.meta.main) {
  const problems = checkProse(projectRoot);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
