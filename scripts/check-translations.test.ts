import {expect, test} from 'vitest';
import {translationFaults} from './check-translations.ts';

const entry = (text: string, translation: string, context = '') =>
  `#: src/a.tsx\n${context && `msgctxt "${context}"\n`}msgid "${text}"\nmsgstr "${translation}"\n\n`;

test('a text with two translations in a language is reported', () => {
  const faults = translationFaults({
    'main.po': entry('Archive', 'Archiv') + entry('Save', 'Speichern'),
    'pages.po': entry('Save', 'Speichern') + entry('Archive', 'Archivieren'),
  });
  expect(faults).toEqual(['msgid "Archive": "Archiv" in main.po, "Archivieren" in pages.po']);
});

test('a text may have a translation for each of its contexts', () => {
  const catalogs = {
    'main.po': entry('Archive', 'Archiv'),
    'pages.po': entry('Archive', 'Archivieren', 'verb'),
  };
  expect(translationFaults(catalogs)).toEqual([]);
});
