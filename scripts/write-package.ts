// Node doesn't strip types in node_modules, so the package contains the server's files with the types already stripped.
// Stripping keeps lines and columns, so stack traces still match the sources.

import {cpSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {stripTypeScriptTypes} from 'node:module';
import {dirname, join} from 'node:path';
import {sourceFiles} from './source-files.ts';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'THIRD_PARTY_NOTICES.md', 'docs'];

/** A quoted path such as `./users.ts`: a server file that is imported or started by another one. */
const OWN_FILE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

/** Converts TypeScript to JavaScript that imports `.js` files. Lines and columns don't change. */
function asJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(OWN_FILE, '$1$2.js$1');
}

/**
 * Writes the package's files to `folder`, which is replaced. The layout is the same as in a clone, so that relative paths
 * work. Build the web client first.
 */
export function writePackage(root: string, folder: string): void {
  rmSync(folder, {recursive: true, force: true});
  const getTarget = (file: string) => {
    const target = join(folder, file);
    mkdirSync(dirname(target), {recursive: true});
    return target;
  };
  for (const file of sourceFiles(root, 'server/src')) {
    if (/\.(test|d)\.ts$/.test(file) || !file.endsWith('.ts')) continue;
    writeFileSync(getTarget(file.replace(/ts$/, 'js')), asJavaScript(readFileSync(join(root, file), 'utf8')));
  }
  // The files that start Node 24. They are already plain JavaScript.
  const launching = sourceFiles(root, 'scripts').filter((file) => file.endsWith('.js'));
  for (const path of ['server/bin', 'server/migrations', 'web/dist', ...launching, ...DOCUMENTS]) {
    cpSync(join(root, path), getTarget(path), {recursive: true});
  }
  const manifest = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const [project, server] = [manifest('package.json'), manifest('server/package.json')];
  const {name, version, license, type, dependencies, optionalDependencies} = server;
  writeJson(getTarget('server/package.json'), {name, version, license, type});
  writeJson(getTarget('package.json'), {
    name,
    version,
    description: project.description,
    license,
    type,
    bin: {patchbay: 'server/bin/patchbay.js'},
    engines: project.engines,
    // Use the pinned version of Node.
    dependencies: {...dependencies, node: project.dependencies.node},
    optionalDependencies,
  });
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
