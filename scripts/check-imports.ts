// Checks that imports only point down: commands → server → data-exchange, integrations, realtime → messaging → platform.
// See docs/architecture.md.

import {readFileSync} from 'node:fs';
import {builtinModules} from 'node:module';
import {join, posix} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {sharedWithWeb} from './shared-with-web.ts';
import {sourceFiles} from './source-files.ts';

/** An import statement. */
export interface ImportStatement {
  specifier: string;
  line: number;
}

const importForms = [
  /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*[,)]/g,
];

/** The imports of a TypeScript file, including dynamic and type imports. */
export function parseImports(source: string): ImportStatement[] {
  return importForms.flatMap((form) =>
    [...source.matchAll(form)].map((match) => ({
      specifier: match[1]!,
      line: source.slice(0, match.index + match[0].lastIndexOf(match[1]!)).split('\n').length,
    })),
  );
}

const serverLayers: Record<string, number> = {
  platform: 0,
  messaging: 1,
  realtime: 2,
  integrations: 2,
  'data-exchange': 2,
  commands: 4,
};

interface ServerLocation {
  layer: number;
  /** The folder that the file belongs to, such as `messaging/posts`; the path itself for a file outside one. */
  feature: string;
  /** Path below the feature's folder. */
  inside: string;
}

function serverLocation(path: string): ServerLocation | undefined {
  const parts = path.slice('server/src/'.length).split('/');
  if (parts.length === 1) return {layer: parts[0] === 'cli.ts' ? 4 : 3, feature: path, inside: ''};
  const layer = serverLayers[parts[0]!];
  if (layer === undefined) return undefined;
  if (parts.length === 2) return {layer, feature: path, inside: ''};
  return {layer, feature: `${parts[0]}/${parts[1]}`, inside: parts.slice(2).join('/')};
}

/** Whether other features can import this file. */
function isPublic(location: ServerLocation): boolean {
  const name = location.feature.split('/').at(-1);
  if (location.inside === '') return true;
  if (location.layer > 0) return location.inside === `${name}.ts` || location.inside === 'schema.ts';
  // Files directly in a platform folder are public; those in its subfolders are private.
  const inside = location.inside.split('/');
  return inside.length === 1 || inside.at(-1) === `${inside.at(-2)}.ts`;
}

const webLayers: Record<string, number> = {lib: 0, data: 1, components: 2, views: 3, app: 4};

function webLayer(path: string): number {
  return webLayers[path.split('/')[2] ?? ''] ?? 5;
}

/**
 * The folder within a layer that a file of the web client belongs to, such as `data/posts`; the layer itself for
 * other files.
 */
function webFolder(path: string): string {
  const [layer, folder, ...rest] = path.slice('web/src/'.length).split('/');
  return rest.length > 0 ? `${layer}/${folder}` : layer!;
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('test/');

/**
 * Returns why `file` can't import `target`, or undefined if it can. Both are paths from the project's directory. Tests can
 * import anything; scripts, benchmarks and examples can import anything except tests.
 */
export function importProblem(file: string, target: string): string | undefined {
  if (isTest(file)) return undefined;
  if (file.startsWith('server/')) return serverProblem(file, target);
  if (file.startsWith('web/')) return webProblem(file, target);
  if (/\.test\.tsx?$/.test(target)) return 'only a test can import a test';
  return undefined;
}

function serverProblem(file: string, target: string): string | undefined {
  if (isTest(target)) return 'only a test can import a test or its support';
  if (!file.startsWith('server/src/')) return undefined;
  if (target === 'server/package.json') return undefined;
  if (!target.startsWith('server/src/')) return 'the server imports nothing from outside server/src';
  const from = serverLocation(file);
  const to = serverLocation(target);
  if (!from || !to) {
    const layers = Object.keys(serverLayers).join(', ');
    return `server/src/${(from ? target : file).split('/')[2]} is not one of the server's folders (${layers})`;
  }
  if (to.layer > from.layer) return 'imports point down only: this one points up';
  if (from.feature === to.feature || from.layer >= 3 || isPublic(to)) return undefined;
  const name = to.feature.split('/').at(-1);
  return from.layer === 0
    ? `this file is private to ${to.feature}`
    : `import ${to.feature} only through ${to.feature}/${name}.ts (and its wire types in schema.ts)`;
}

/** Reads texts of the server when the catalogs are updated. The client doesn't contain it. */
const SERVER_TEXTS = 'web/server-texts.ts';

function webProblem(file: string, target: string): string | undefined {
  if (isTest(target)) return 'only a test can import a test or its support';
  if (file === SERVER_TEXTS && target.startsWith('server/src/')) return undefined;
  if (target.startsWith('server/')) {
    const shared = sharedWithWeb.some((folder) => target.startsWith(`server/src/${folder}/`));
    return shared ? undefined : 'the web client shares only the folders in scripts/shared-with-web.ts';
  }
  if (!target.startsWith('web/')) return 'the web client imports nothing from outside web';
  if (!file.startsWith('web/src/')) return undefined;
  if (!target.startsWith('web/src/')) return 'web/src imports nothing from outside web/src';
  if (webLayer(target) > webLayer(file)) {
    return 'imports point down only: app → views → components → data → lib';
  }
  const [from, to] = [webFolder(file), webFolder(target)];
  if (from !== to && from.startsWith('views/') && to.startsWith('views/')) {
    return 'views do not import each other: what they share belongs in components or data';
  }
  if (from === 'components/ui' && to !== from && webLayer(target) > 0) {
    return 'components/ui is the design system: it imports lib only';
  }
  return undefined;
}

/** An import within the project, as paths from its directory: the importing file first. */
export type ImportEdge = readonly [file: string, target: string];

/** The sibling folders that an import connects, if any. */
function siblingFolders([file, target]: ImportEdge): ImportEdge | undefined {
  const [from, to] = [file.split('/'), target.split('/')];
  const shared = from.findIndex((part, depth) => part !== to[depth]);
  if (shared >= from.length - 1 || shared >= to.length - 1) return undefined;
  return [from.slice(0, shared + 1).join('/'), to.slice(0, shared + 1).join('/')];
}

/**
 * The import cycles between sibling folders, each as `messaging/a → messaging/b → messaging/a`. Type imports count,
 * because people have to know the other folder to understand the first.
 */
export function folderCycles(edges: readonly ImportEdge[]): string[] {
  return cycles(edges.map(siblingFolders).filter((edge) => edge !== undefined));
}

/** The import cycles between files, including type imports, which Biome ignores. */
export const fileCycles = (edges: readonly ImportEdge[]): string[] => cycles(edges);

/** Finds at least one cycle in every strongly connected part of a graph. */
function cycles(edges: readonly ImportEdge[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const [from, to] of edges) imports.set(from, (imports.get(from) ?? new Set()).add(to));
  const found: string[] = [];
  const done = new Set<string>();
  function visit(node: string, path: readonly string[]): void {
    const start = path.indexOf(node);
    if (start >= 0) found.push([...path.slice(start), node].map(belowSource).join(' → '));
    if (start >= 0 || done.has(node)) return;
    for (const next of imports.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  }
  for (const node of imports.keys()) visit(node, []);
  return found;
}

const belowSource = (path: string) => path.replace(/^(server|web)\/src\//, '');

const builtins = new Set(builtinModules);

/** The package of an import specifier, or undefined for modules of Node or the project. */
export function packageName(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || /^[a-z]+:/.test(specifier)) return undefined;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return builtins.has(name) ? undefined : name;
}

/** The packages that production code of a workspace can import. */
function declaredPackages(root: string, workspace: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return new Set(Object.keys({...manifest.dependencies, ...manifest.optionalDependencies}));
}

/** All invalid imports, each as `file:line: import of 'specifier': reason`. */
export function checkImports(root: string): string[] {
  const faults: string[] = [];
  const declared = {server: declaredPackages(root, 'server'), web: declaredPackages(root, 'web')};
  const folders = ['server', 'web', 'scripts', 'bench', 'examples', 'test'];
  const files = folders.flatMap((folder) => sourceFiles(root, folder)).filter((file) => /\.tsx?$/.test(file));
  const edges: ImportEdge[] = [];
  for (const file of files) {
    for (const {specifier, line} of parseImports(readFileSync(join(root, file), 'utf8'))) {
      const report = (reason: string) => faults.push(`${file}:${line}: import of '${specifier}': ${reason}`);
      if (specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(file), specifier);
        const fault = importProblem(file, target);
        if (fault) report(fault);
        if (!isTest(file) && /^(server|web)\/src\//.test(file)) edges.push([file, target]);
        continue;
      }
      const name = packageName(specifier);
      const workspace = /^(server|web)\/src\//.exec(file)?.[1] as 'server' | 'web' | undefined;
      if (name && workspace && !isTest(file) && !declared[workspace].has(name)) {
        report(`${name} is not a dependency in ${workspace}/package.json`);
      }
    }
  }
  faults.push(...folderCycles(edges).map((cycle) => `folders import each other in a cycle: ${cycle}`));
  const serverEdges = edges.filter(([file]) => file.startsWith('server/'));
  faults.push(...fileCycles(serverEdges).map((cycle) => `files import each other in a cycle: ${cycle}`));
  return faults;
}

if (import.meta.main) {
  const faults = checkImports(projectRoot);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
