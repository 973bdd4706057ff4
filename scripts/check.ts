import {spawn} from 'node:child_process';
import {projectRoot} from './bootstrap.js';

interface Check {
  name: string;
  command: string[];
  /** How to fix a failure, if the messages don't say so. */
  hint?: string;
}

const tsc = 'node_modules/typescript/bin/tsc';
// By default four threads check types in parallel, and repeat what they share: twice the processor time on two cores.
const tscOptions = ['--noEmit', '--checkers', '1'];
/** Keeps the results of a run, so that the next one checks only what has changed. `npm ci` deletes them. */
const incremental = (name: string) => [
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${name}.tsbuildinfo`,
];
const lingui = 'node_modules/@lingui/cli/dist/lingui.js';
const linguiOptions = ['--config', 'web/lingui.config.ts', '--workers', '1', '--verbose'];
const checks: Check[] = [
  {name: 'types', command: [tsc, ...tscOptions, ...incremental('server'), '-p', '.']},
  {name: 'types of the web client', command: [tsc, ...tscOptions, ...incremental('web'), '-p', 'web']},
  {name: 'types of the service worker', command: [tsc, ...tscOptions, '-p', 'web/service-worker']},
  {
    name: 'lint and format',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    hint: 'npm run format fixes most of these problems',
  },
  {name: 'import directions', command: ['scripts/check-imports.ts'], hint: 'see docs/architecture.md'},
  {
    name: 'table owners',
    command: ['scripts/check-tables.ts'],
    hint: 'write through a function of the owner; see scripts/table-owners.ts for owners and exceptions',
  },
  {
    name: 'unused files, exports and packages',
    command: ['node_modules/knip/bin/knip.js', '--no-progress', '--cache'],
    hint: 'remove them, or list them in knip.json if they are used in a way that knip cannot see',
  },
  {name: 'links and commands in the docs', command: ['scripts/check-docs.ts']},
  {
    name: 'prose',
    command: ['scripts/check-prose.ts'],
    hint: 'see scripts/check-prose.ts for the list of phrases',
  },
  {
    name: 'citations in comments',
    command: ['scripts/check-citations.ts'],
    hint: 'document the rule in docs and cite its heading, such as docs/specification.md#names',
  },
  {
    name: 'texts of the web client that cannot be translated',
    command: ['scripts/check-texts.ts'],
    hint: 'see docs/translating.md',
  },
  {
    name: 'styles that are not mirrored in Arabic',
    command: ['scripts/check-directions.ts'],
    hint: 'name the start and the end, such as margin-inline-start; see scripts/check-directions.ts',
  },
  {
    name: 'texts that are not in the catalogs',
    command: [lingui, 'check', 'sync', '--clean', ...linguiOptions],
    hint: 'run npm run texts',
  },
  {
    name: 'texts without a translation',
    command: [lingui, 'check', 'missing', '--mode', 'catalog', ...linguiOptions],
    hint: 'translate them in web/src/locales; see docs/translating.md',
  },
  {
    name: 'texts with several translations',
    command: ['scripts/check-translations.ts'],
    hint: 'translate them alike, or add a context; see docs/translating.md',
  },
  {
    name: 'third-party notices',
    command: ['scripts/write-third-party-notices.ts', '--check'],
  },
  {
    name: 'unused settings',
    command: ['scripts/check-settings.ts'],
    hint: 'enforce the setting or remove it',
  },
  {
    name: 'configuration reference',
    command: ['scripts/write-configuration-doc.ts', '--check'],
  },
  {
    name: 'import format reference',
    command: ['scripts/write-import-format-doc.ts', '--check'],
  },
  {
    name: 'files for deployment',
    command: ['scripts/check-deploy.ts'],
    hint: 'fix the files in deploy/, or extend scripts/render-chart.ts if the chart needs more of Helm',
  },
  {name: 'table declarations', command: ['scripts/write-tables.ts', '--check']},
];

function run({name, command, hint}: Check): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, command, {cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe']});
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (code === 0) console.log(`✓ ${name} (${seconds} s)`);
      else {
        console.log(`✗ ${name} (${seconds} s)`);
        console.log(Buffer.concat(output).toString().trimEnd().replace(/^/gm, '    '));
        if (hint) console.log(`  ${hint}`);
      }
      done(code === 0);
    });
  });
}

const results = await Promise.all(checks.map(run));
if (results.includes(false)) process.exitCode = 1;
