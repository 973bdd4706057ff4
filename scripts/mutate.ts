// Mutation testing: changes the code of a folder in many small ways, in a copy, and reports changes that no test detects.
//
//   npm run mutate -- FOLDER              all files of the folder
//   npm run mutate -- FOLDER FILE[:LINES] one file, or some lines of it: rules.ts:10-40
//
// Reuses results of the last run for mutants whose code and tests are the same. With --force at the end, it doesn't.
//
// See docs/testing.md for when to run it and for the recorded scores.

import type {MutantResult} from '@stryker-mutator/api/core';
import Stryker from '@stryker-mutator/core';
import {projectRoot} from './bootstrap.js';
import {MUTATED_FOLDERS, type MutatedPart} from './mutated-folders.ts';

/** Mutates files and runs their tests for each mutant. */
function mutate(folder: string, {files, tests}: MutatedPart, report: string): Promise<MutantResult[]> {
  // Read by vitest.config.ts.
  process.env.MUTATION_TESTS = tests.join(' ');
  return new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './scripts/unmutated.ts'],
    ignorers: ['wording'],
    mutate: files.map((file) => `${folder}/${file}`),
    // With this option, every test that starts a server would run.
    vitest: {related: false},
    coverageAnalysis: 'perTest',
    // Work in a copy that links node_modules, so that the working tree never contains a mutant.
    inPlace: false,
    tempDirName: '.stryker-tmp',
    cleanTempDir: 'always',
    ignorePatterns: ['/bench', '/data', '/web/dist', '/reports'],
    // Stryker would rewrite tsconfig.json with an API that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    concurrency: 1,
    // On a slow machine, a timeout must not count as a detected mutant.
    timeoutMS: 120_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 60,
    reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: {reportTests: false, logTests: false},
    htmlReporter: {fileName: `${report}.html`},
    jsonReporter: {fileName: `${report}.json`},
    incremental: true,
    incrementalFile: `${report}.incremental.json`,
    force,
  }).runMutationTest();
}

const force = process.argv.includes('--force');
const [name = '', chosen = ''] = process.argv.slice(2).filter((argument) => argument !== '--force');
const target = MUTATED_FOLDERS.find(({folder}) => name !== '' && `/${folder}`.endsWith(`/${name}`));
const [chosenFile = ''] = chosen.split(':');
const parts = target?.parts
  .map(({files, tests}, index) => ({
    files: chosen === '' ? files : files.includes(chosenFile) ? [chosen] : [],
    tests,
    report: `reports/mutation/${name.replaceAll('/', '-')}-${index + 1}`,
  }))
  .filter(({files}) => files.length > 0);
if (!target || !parts || parts.length === 0) {
  const known = MUTATED_FOLDERS.map(
    ({folder, parts: all}) => `  ${folder}\n    ${all.flatMap(({files}) => files).join('\n    ')}`,
  );
  console.error(`Usage: npm run mutate -- FOLDER [FILE[:FROM-TO]] [--force]\n\n${known.join('\n')}`);
  process.exit(2);
}

process.chdir(projectRoot);
const results: MutantResult[] = [];
for (const {report, ...part} of parts) results.push(...(await mutate(target.folder, part, report)));
const detected = results.filter(({status}) => status === 'Killed' || status === 'Timeout').length;
const undetected = results.filter(({status}) => status === 'Survived' || status === 'NoCoverage').length;
const score = Math.floor((100 * detected) / (detected + undetected));
console.log(`${target.folder}: tests detected ${detected} of ${detected + undetected} mutants (${score}%).`);
if (chosen === '' && score < target.score) {
  console.error(`The score was ${target.score}%. Write tests for the mutants above that survived.`);
  process.exitCode = 1;
}
