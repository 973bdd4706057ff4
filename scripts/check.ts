import {spawn} from 'node:child_process';
import {projectRoot} from './bootstrap.js';

interface Check {
  name: string;
  command: string[];
  /** What to do about a failure, where its own messages do not say it. */
  hint?: string;
}

const tsc = 'node_modules/typescript/bin/tsc';
const checks: Check[] = [
  {name: 'types', command: [tsc, '--noEmit', '-p', '.']},
  {name: 'types of the web client', command: [tsc, '--noEmit', '-p', 'web']},
  {
    name: 'lint and format',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    hint: 'npm run format repairs what can be repaired by itself',
  },
  {name: 'import directions', command: ['scripts/check-imports.ts'], hint: 'see docs/architecture.md'},
  {
    name: 'owners of tables',
    command: ['scripts/check-tables.ts'],
    hint: 'write through a function of the owner; scripts/table-owners.ts has the owners and the exceptions',
  },
  {
    name: 'files, exports and packages that nothing uses',
    command: ['node_modules/knip/bin/knip.js', '--no-progress'],
    hint: 'remove them; knip.json names what is used in a way that cannot be seen',
  },
  {name: 'links and commands in the documents', command: ['scripts/check-docs.ts']},
  {
    name: 'citations in comments',
    command: ['scripts/check-citations.ts'],
    hint: 'write the rule down in docs and cite its heading, such as docs/specification.md#names',
  },
  {
    name: 'third-party notices',
    command: ['scripts/write-third-party-notices.ts', '--check'],
  },
  {
    name: 'settings that nothing reads',
    command: ['scripts/check-settings.ts'],
    hint: 'enforce the setting or remove it',
  },
  {
    name: 'configuration reference',
    command: ['scripts/write-configuration-doc.ts', '--check'],
  },
  {
    name: 'reference of the import format',
    command: ['scripts/write-import-format-doc.ts', '--check'],
  },
  {name: 'declarations of tables', command: ['scripts/write-tables.ts', '--check']},
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
