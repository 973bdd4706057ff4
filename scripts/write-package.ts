// Node strips types only outside node_modules, so the package holds the server's files with the types already
// stripped. Stripping leaves each statement at its line and column, so stack traces still fit the sources.

import {cpSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {stripTypeScriptTypes} from 'node:module';
import {dirname, join} from 'node:path';
import {sourceFiles} from './source-files.ts';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'THIRD_PARTY_NOTICES.md', 'docs'];

/** `./users.ts` in quotes: a file of the server that another one imports or starts. */
const OWN_FILE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

/** The code of a TypeScript file as JavaScript that imports `.js` files. Lines and columns stay. */
function asJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(OWN_FILE, '$1$2.js$1');
}

/**
 * Writes the package's files into `folder`, which is replaced. They lie as in a clone, so that paths between them hold.
 * The web client has to be built.
 */
export function writePackage(root: string, folder: string): void {
  rmSync(folder, {recursive: true, force: true});
  const place = (file: string) => {
    const target = join(folder, file);
    mkdirSync(dirname(target), {recursive: true});
    return target;
  };
  for (const file of sourceFiles(root, 'server/src')) {
    if (/\.(test|d)\.ts$/.test(file) || !file.endsWith('.ts')) continue;
    writeFileSync(place(file.replace(/ts$/, 'js')), asJavaScript(readFileSync(join(root, file), 'utf8')));
  }
  // What runs before Node 24 does is plain JavaScript already.
  const launching = sourceFiles(root, 'scripts').filter((file) => file.endsWith('.js'));
  for (const path of ['server/bin', 'server/migrations', 'web/dist', ...launching, ...DOCUMENTS]) {
    cpSync(join(root, path), place(path), {recursive: true});
  }
  const manifest = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const [project, server] = [manifest('package.json'), manifest('server/package.json')];
  const {name, version, license, type, dependencies, optionalDependencies} = server;
  writeJson(place('server/package.json'), {name, version, license, type});
  writeJson(place('package.json'), {
    name,
    version,
    description: project.description,
    license,
    type,
    bin: {patchbay: 'server/bin/patchbay.js'},
    engines: project.engines,
    // With the Node that the project pins, whatever Node runs npm.
    dependencies: {...dependencies, node: project.dependencies.node},
    optionalDependencies,
  });
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
