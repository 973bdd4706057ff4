// Writes docs/bulk-import-format.md from the import format. With --check, only reports whether it is stale.
import {readFile, writeFile} from 'node:fs/promises';
import {importFormatPage} from '../server/src/data-exchange/bulk-import/format/reference-page.ts';

const page = new URL('../docs/bulk-import-format.md', import.meta.url);
const text = importFormatPage();

if (process.argv.includes('--check')) {
  const present = await readFile(page, 'utf8').catch(() => '');
  if (present !== text) {
    console.error(
      'docs/bulk-import-format.md does not match the format. Run: npx node scripts/write-import-format-doc.ts',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(page, text);
}
