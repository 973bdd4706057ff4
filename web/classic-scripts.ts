import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {parseSync as parseWithScopes, traverse} from '@babel/core';
import {build, type ESTree, type Plugin, parseSync, type Rolldown, Visitor} from 'vite';

/** Chromium compiles all functions of such a script before it runs, in another thread, and stores the result. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';

const MODULE = '<script type="module" ';

/** Of the object that a file gets instead of `import()` and `import.meta`. */
const FILE = '$file';

const FIRST_SCRIPT = fileURLToPath(new URL('src/app/first-script.ts', import.meta.url));

/** The file of the service worker, which is a classic script already. */
export const SERVICE_WORKER = 'service-worker.js';

/**
 * Turns the client's files from modules into classic scripts. Chromium (measured in 156) compiles modules again with
 * each start, and stores what it has compiled of classic scripts. `firstFiles` are the names of the page's own script
 * and of the file that people who have signed in need.
 */
export function classicScripts(firstFiles: readonly [page: string, signedIn: string]): Plugin {
  let firstScript = '';
  /** Names contain hashes of the modules' code. These change with what is written around it too. */
  let version = '';
  return {
    name: 'classic-scripts',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      firstScript = await buildFirstScript();
      version = createHash('sha256')
        .update(readFileSync(fileURLToPath(import.meta.url)))
        .update(firstScript)
        .digest('hex');
    },
    transform: {
      filter: {id: /vite\/preload-helper/},
      handler: requestScripts,
    },
    augmentChunkHash: () => version,
    transformIndexHtml: {
      order: 'post',
      handler(html, {bundle = {}}) {
        const [page, signedIn] = firstFiles.map(
          (first) =>
            Object.values(bundle).find((file) => file.type === 'chunk' && file.name === first)!.fileName,
        );
        // The first one is small, and the others wait for the styles.
        const first = `<script data-page="/${page}" data-signed-in="/${signedIn}" `;
        return html.replace(MODULE, first).replaceAll(MODULE, '<script defer ');
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        const [, first] =
          /<script [^>]*src="\/([^"]+)"/.exec(page?.type === 'asset' ? `${page.source}` : '') ?? [];
        if (!first) throw new Error('The build has no page.');
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        refuseCircles(new Map(chunks.map(({fileName, imports}) => [fileName, imports])));
        for (const chunk of chunks) {
          if (chunk.fileName === SERVICE_WORKER) continue;
          const before = chunk.fileName === first ? firstScript : '';
          const hint = firstFiles.includes(chunk.name) ? COMPILE_ALL : '';
          chunk.code = hint + before + toClassicScript(chunk.fileName, chunk.code);
        }
      },
    },
  };
}

/** The code that runs before all files. It is built separately, because it can't import any of them. */
async function buildFirstScript(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2023',
      write: false,
      rolldownOptions: {input: FIRST_SCRIPT, output: {format: 'iife'}},
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/**
 * Before a file, Vite loads what the file imports, with links. Scripts are loaded by the loader instead: Chromium would
 * not request a script again whose link failed.
 */
function requestScripts(code: string): string {
  const changes = [
    ['return preloadOnce(', 'if (!isCss) return void import.meta.request(dep.href); return preloadOnce('],
    // What only concerned scripts.
    ['isCss ? "stylesheet" : scriptRel', '"stylesheet"'],
    ['if (!isCss) link.as = "script";', ''],
    // The page has no nonces.
    ['if (cspNonce) link.setAttribute("nonce", cspNonce);', ''],
    ['const cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");', ''],
    ['if (import.meta.resolve) return new URL(import.meta.resolve(specifier));', ''],
  ] as const;
  return changes.reduce((before, [part, replacement]) => {
    if (!before.includes(part)) throw new Error("Vite's code that loads files in advance has changed.");
    return before.replace(part, replacement);
  }, code);
}

/**
 * A module of the build as a classic script, which calls `defineChunk` (src/app/chunk-loader.ts) with the paths that it
 * imports and a function that returns what it exports. Throws if the build has something for which that isn't the same.
 */
export function toClassicScript(name: string, code: string): string {
  const {program, errors} = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  const paths: string[] = [];
  const imported: string[] = [];
  const exported = new Map<string, string>();
  /** What replaces parts of the code, by their start. */
  const changes: {start: number; end: number; text: string}[] = [];
  const remove = ({start, end}: ESTree.Span) => changes.push({start, end, text: ''});

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      paths.push(statement.source.value);
      imported.push(pattern(statement));
      remove(statement);
    } else if (statement.type === 'ExportNamedDeclaration' && !statement.source && !statement.declaration) {
      for (const {exported: outside, local} of statement.specifiers)
        exported.set(nameOf(outside), nameOf(local));
      remove(statement);
    } else if (/^Export/.test(statement.type)) {
      throw new Error(
        `${name}: unexpected ${statement.type}: ${code.slice(statement.start, statement.start + 80)}`,
      );
    }
  }
  const locals = new Set(exported.values());
  const assigned = new Set<string>();
  const note = ({type, start, end}: ESTree.Node) => {
    if (type === 'MemberExpression') return;
    for (const [word] of code.slice(start, end).matchAll(/[\w$]+/g)) if (locals.has(word)) assigned.add(word);
  };
  new Visitor({
    ImportExpression({start, source}) {
      // Others aren't files of the build.
      if (isText(source)) changes.push({start, end: start + 'import'.length, text: `${FILE}.load`});
    },
    MetaProperty({start, end, meta}) {
      if (meta.name === 'import') changes.push({start, end, text: FILE});
    },
    AssignmentExpression: ({left}) => note(left),
    UpdateExpression: ({argument}) => note(argument),
    ForInStatement: ({left}) => note(left),
    ForOfStatement: ({left}) => note(left),
  }).visit(program);
  // These may be other variables with the same name.
  if (assigned.size > 0) refuseChanges(name, code, assigned);

  let body = '';
  let end = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    body += code.slice(end, change.start) + change.text;
    end = change.end;
  }
  body += code.slice(end);
  const returned = [...exported].map(([outside, local]) =>
    outside === local ? local : `${outside}:${local}`,
  );
  const parameters = [FILE, ...imported].join();
  return `"use strict";defineChunk(${JSON.stringify(paths)},(${parameters})=>{${body};return{${returned}}});`;
}

const nameOf = (name: ESTree.ModuleExportName) => (name.type === 'Literal' ? name.value : name.name);

const isText = ({type}: ESTree.Expression) => type === 'Literal' || type === 'TemplateLiteral';

/** The parameter for what the file of an `import` returns. */
function pattern({specifiers}: ESTree.ImportDeclaration): string {
  const properties = specifiers.map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return `...${specifier.local.name}`;
    const name = specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported);
    return name === specifier.local.name ? name : `${name}:${specifier.local.name}`;
  });
  return `{${properties}}`;
}

/** Other files would keep the first value of an exported variable that a function changes later. */
function refuseChanges(name: string, code: string, variables: ReadonlySet<string>): void {
  traverse(parseWithScopes(code, {sourceType: 'module', configFile: false, babelrc: false})!, {
    Program({scope}) {
      for (const variable of variables) {
        const changes = scope.getBinding(variable)?.constantViolations ?? [];
        if (!changes.some((change) => change.getFunctionParent())) continue;
        throw new Error(
          `${name} exports the variable ${variable}, which changes after the file has run. Put its modules in one ` +
            'file (`codeSplitting` in web/vite.config.ts).',
        );
      }
    },
  });
}

/** The loader runs a file after those that it imports, so they can't wait for each other. `imports` is by file. */
export function refuseCircles(imports: ReadonlyMap<string, readonly string[]>): void {
  const done = new Set<string>();
  function visit(file: string, from: readonly string[]): void {
    if (from.includes(file))
      throw new Error(`These files import each other: ${[...from, file].join(' > ')}.`);
    if (done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...from, file]);
    done.add(file);
  }
  for (const file of imports.keys()) visit(file, []);
}
