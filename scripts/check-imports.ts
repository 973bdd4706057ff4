// Imports point down only: commands → server → data-exchange, integrations, realtime → messaging → platform.
// docs/architecture.md says why; this file is the rule to the letter.

import {readFileSync} from 'node:fs';
import {builtinModules} from 'node:module';
import {join, posix} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {sharedWithWeb} from './shared-with-web.ts';
import {sourceFiles} from './source-files.ts';

/** An import as it stands in a file. */
export interface ImportStatement {
  specifier: string;
  line: number;
}

const importForms = [
  /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*[,)]/g,
];

/** The imports of a TypeScript file, dynamic ones and those of types included. */
export function importsOf(source: string): ImportStatement[] {
  return importForms.flatMap((form) =>
    [...source.matchAll(form)].map((match) => ({
      specifier: match[1]!,
      line: source.slice(0, match.index + match[0].lastIndexOf(match[1]!)).split('\n').length,
    })),
  );
}

const serverFloors: Record<string, number> = {
  platform: 0,
  messaging: 1,
  realtime: 2,
  integrations: 2,
  'data-exchange': 2,
  commands: 4,
};

interface ServerPlace {
  floor: number;
  /** The folder that the file belongs to, such as `messaging/posts`; the path itself for a file outside one. */
  feature: string;
  /** Path below the feature's folder. */
  inside: string;
}

function serverPlace(path: string): ServerPlace | undefined {
  const parts = path.slice('server/src/'.length).split('/');
  if (parts.length === 1) return {floor: parts[0] === 'cli.ts' ? 4 : 3, feature: path, inside: ''};
  const floor = serverFloors[parts[0]!];
  if (floor === undefined) return undefined;
  if (parts.length === 2) return {floor, feature: path, inside: ''};
  return {floor, feature: `${parts[0]}/${parts[1]}`, inside: parts.slice(2).join('/')};
}

/** Whether others may import this file of a feature. */
function isOpen(place: ServerPlace): boolean {
  const name = place.feature.split('/').at(-1);
  if (place.inside === '') return true;
  if (place.floor > 0) return place.inside === `${name}.ts` || place.inside === 'schema.ts';
  // Each file in a folder of the platform is a small library of its own; what lies deeper is private to it.
  const inside = place.inside.split('/');
  return inside.length === 1 || inside.at(-1) === `${inside.at(-2)}.ts`;
}

const webFloors: Record<string, number> = {lib: 0, data: 1, components: 2, views: 3, app: 4};

function webFloor(path: string): number {
  return webFloors[path.split('/')[2] ?? ''] ?? 5;
}

/** The folder of a floor that a file of the web client belongs to, such as `data/posts`; the floor itself for others. */
function webFolder(path: string): string {
  const [floor, folder, ...rest] = path.slice('web/src/'.length).split('/');
  return rest.length > 0 ? `${floor}/${folder}` : floor!;
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('test/');

/**
 * Why `file` may not import `target`, or undefined if it may. Both are paths from the project's directory.
 * Tests may import anything; scripts, benchmarks and examples anything but tests.
 */
export function importFault(file: string, target: string): string | undefined {
  if (isTest(file)) return undefined;
  if (file.startsWith('server/')) return serverFault(file, target);
  if (file.startsWith('web/')) return webFault(file, target);
  if (/\.test\.tsx?$/.test(target)) return 'only a test may import a test';
  return undefined;
}

function serverFault(file: string, target: string): string | undefined {
  if (isTest(target)) return 'only a test may import a test or its support';
  if (!file.startsWith('server/src/')) return undefined;
  if (target === 'server/package.json') return undefined;
  if (!target.startsWith('server/src/')) return 'the server imports nothing from outside server/src';
  const from = serverPlace(file);
  const to = serverPlace(target);
  if (!from || !to) {
    const floors = Object.keys(serverFloors).join(', ');
    return `server/src/${(from ? target : file).split('/')[2]} is none of the server's folders (${floors})`;
  }
  if (to.floor > from.floor) return 'imports point down only: this one points up';
  if (from.feature === to.feature || from.floor >= 3 || isOpen(to)) return undefined;
  const name = to.feature.split('/').at(-1);
  return from.floor === 0
    ? `this file is private to ${to.feature}`
    : `${to.feature} is used only through ${to.feature}/${name}.ts (and the wire types in its schema.ts)`;
}

function webFault(file: string, target: string): string | undefined {
  if (isTest(target)) return 'only a test may import a test or its support';
  if (target.startsWith('server/')) {
    const shared = sharedWithWeb.some((folder) => target.startsWith(`server/src/${folder}/`));
    return shared ? undefined : 'the web client shares only the folders in scripts/shared-with-web.ts';
  }
  if (!target.startsWith('web/')) return 'the web client imports nothing from outside web';
  if (!file.startsWith('web/src/')) return undefined;
  if (!target.startsWith('web/src/')) return 'web/src imports nothing from outside web/src';
  if (webFloor(target) > webFloor(file)) {
    return 'imports point down only: app → views → components → data → lib';
  }
  const [from, to] = [webFolder(file), webFolder(target)];
  if (from !== to && from.startsWith('views/') && to.startsWith('views/')) {
    return 'views do not import each other: what they share belongs in components or data';
  }
  if (from === 'components/ui' && to !== from && webFloor(target) > 0) {
    return 'components/ui is the design system: it imports lib only';
  }
  return undefined;
}

/** An import within the project, as paths from its directory: the importing file first. */
export type ImportEdge = readonly [file: string, target: string];

/** The two folders that stand side by side and hold one end of an import each, if it goes from folder to folder. */
function siblingFolders([file, target]: ImportEdge): ImportEdge | undefined {
  const [from, to] = [file.split('/'), target.split('/')];
  const shared = from.findIndex((part, depth) => part !== to[depth]);
  if (shared >= from.length - 1 || shared >= to.length - 1) return undefined;
  return [from.slice(0, shared + 1).join('/'), to.slice(0, shared + 1).join('/')];
}

/**
 * The circles in which folders that stand side by side import each other, each as `messaging/a → messaging/b →
 * messaging/a`. Imports of types count: who reads one side has to know the other.
 */
export function folderCycles(edges: readonly ImportEdge[]): string[] {
  return cycles(edges.map(siblingFolders).filter((edge) => edge !== undefined));
}

/** The circles in which files import each other, types included. Biome finds those of values only. */
export const fileCycles = (edges: readonly ImportEdge[]): string[] => cycles(edges);

/** At least one circle of every knot of a graph. */
function cycles(edges: readonly ImportEdge[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const [from, to] of edges) imports.set(from, (imports.get(from) ?? new Set()).add(to));
  const found: string[] = [];
  const done = new Set<string>();
  function visit(place: string, path: readonly string[]): void {
    const start = path.indexOf(place);
    if (start >= 0) found.push([...path.slice(start), place].map(belowSource).join(' → '));
    if (start >= 0 || done.has(place)) return;
    for (const next of imports.get(place) ?? []) visit(next, [...path, place]);
    done.add(place);
  }
  for (const place of imports.keys()) visit(place, []);
  return found;
}

const belowSource = (path: string) => path.replace(/^(server|web)\/src\//, '');

const builtins = new Set(builtinModules);

/** The package that a specifier names, or undefined if it names a module of Node or of the project. */
export function packageOf(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || /^[a-z]+:/.test(specifier)) return undefined;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return builtins.has(name) ? undefined : name;
}

/** What code that runs in production may import: what its own package.json declares. */
function declaredPackages(root: string, workspace: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return new Set(Object.keys({...manifest.dependencies, ...manifest.optionalDependencies}));
}

/** All faults below `root`, each as `file:line: import of 'specifier': reason`. */
export function checkImports(root: string): string[] {
  const faults: string[] = [];
  const declared = {server: declaredPackages(root, 'server'), web: declaredPackages(root, 'web')};
  const folders = ['server', 'web', 'scripts', 'bench', 'examples', 'test'];
  const files = folders.flatMap((folder) => sourceFiles(root, folder)).filter((file) => /\.tsx?$/.test(file));
  const edges: ImportEdge[] = [];
  for (const file of files) {
    for (const {specifier, line} of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const report = (reason: string) => faults.push(`${file}:${line}: import of '${specifier}': ${reason}`);
      if (specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(file), specifier);
        const fault = importFault(file, target);
        if (fault) report(fault);
        if (!isTest(file) && /^(server|web)\/src\//.test(file)) edges.push([file, target]);
        continue;
      }
      const name = packageOf(specifier);
      const workspace = /^(server|web)\/src\//.exec(file)?.[1] as 'server' | 'web' | undefined;
      if (name && workspace && !isTest(file) && !declared[workspace].has(name)) {
        report(`${name} is not among the dependencies in ${workspace}/package.json`);
      }
    }
  }
  faults.push(...folderCycles(edges).map((cycle) => `folders import each other in a circle: ${cycle}`));
  const serverEdges = edges.filter(([file]) => file.startsWith('server/'));
  faults.push(...fileCycles(serverEdges).map((cycle) => `files import each other in a circle: ${cycle}`));
  return faults;
}

if (import.meta.main) {
  const faults = checkImports(projectRoot);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
