import {expect, test} from 'vitest';
import {frenchSpaceFaults, translationFaults} from './check-translations.ts';

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

test('a space in French that can break before or after punctuation is reported', () => {
  const catalog =
    entry('Leave {name}?', 'Quitter {name} ?') +
    entry('“{word}”', '« {word} »') +
    entry('Time zone: {zone}', 'Fuseau horaire : {zone}') +
    entry('Delete {name}?', 'Supprimer {name}\u202f?') +
    entry('“{name}”', '«\u00a0{name}\u00a0»') +
    entry(': for emoji', '~ pour les canaux, : pour les emojis') +
    entry(':{name}: added', ':{name}: ajouté');
  expect(frenchSpaceFaults('fr/main.po', catalog)).toEqual([
    'fr/main.po: "Quitter {name} ?" needs a no-break space before or after its punctuation',
    'fr/main.po: "« {word} »" needs a no-break space before or after its punctuation',
    'fr/main.po: "Fuseau horaire : {zone}" needs a no-break space before or after its punctuation',
  ]);
});
