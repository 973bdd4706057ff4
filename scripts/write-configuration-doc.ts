// Writes docs/configuration.md from the settings schema. With --check, only reports whether it is stale.
import {readFile, writeFile} from 'node:fs/promises';
import {referencePage} from '../server/src/platform/config/reference-page.ts';

const page = new URL('../docs/configuration.md', import.meta.url);
const text = referencePage();

if (process.argv.includes('--check')) {
  const present = await readFile(page, 'utf8').catch(() => '');
  if (present !== text) {
    console.error(
      'docs/configuration.md does not match the settings. Run: npx node scripts/write-configuration-doc.ts',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(page, text);
}
