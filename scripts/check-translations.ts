// Checks that a text has the same translation in all catalogs of a language: catalogs share the text's id, so the
// catalog that a page loads last would replace it on all pages. If a text has several meanings, each needs its own
// context (docs/translating.md).
//
// Also checks that French has no-break spaces before colons, semicolons, question and exclamation marks, and inside
// guillemets, so that none of them is alone at the start or end of a line.

import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';

const LOCALES = 'web/src/locales';

/** The translations in a catalog, by text and context. */
function translationsIn(catalog: string): Map<string, string> {
  const entries = catalog.matchAll(/^((?:msgctxt ".*"\n)?msgid ".+")\nmsgstr (.*)/gm);
  return new Map([...entries].map(([, text, translation]) => [text!, translation!]));
}

/** Texts with different translations in the catalogs of a language. `catalogs` maps file names to contents. */
export function translationFaults(catalogs: Readonly<Record<string, string>>): string[] {
  const known = new Map<string, {file: string; translation: string}>();
  const faults: string[] = [];
  for (const [file, catalog] of Object.entries(catalogs)) {
    for (const [text, translation] of translationsIn(catalog)) {
      const other = known.get(text);
      if (!other) known.set(text, {file, translation});
      else if (other.translation !== translation) {
        faults.push(
          `${text.replace('\n', ' ')}: ${other.translation} in ${other.file}, ${translation} in ${file}`,
        );
      }
    }
  }
  return faults;
}

/** Translations in a French catalog that have a breaking space before or after punctuation. */
export function frenchSpaceFaults(file: string, catalog: string): string[] {
  // After a comma, a colon is one that the text explains, as in `~ for channels, : for emoji`.
  const breakable = /(?<!,) [:;!?»](?=[\s}»"]|$)|« /;
  return [...translationsIn(catalog).values()]
    .filter((translation) => breakable.test(translation))
    .map((translation) => `${file}: ${translation} needs a no-break space before or after its punctuation`);
}

if (import.meta.main) {
  const faults = readdirSync(join(projectRoot, LOCALES)).flatMap((language) => {
    const files = readdirSync(join(projectRoot, LOCALES, language)).map((name) =>
      join(LOCALES, language, name),
    );
    const catalogs = Object.fromEntries(
      files.map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')]),
    );
    const spaces =
      language === 'fr'
        ? Object.entries(catalogs).flatMap(([file, catalog]) => frenchSpaceFaults(file, catalog))
        : [];
    return [...translationFaults(catalogs), ...spaces];
  });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
