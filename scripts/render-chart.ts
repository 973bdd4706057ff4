import {createHash, randomBytes} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse, stringify} from 'yaml';

/**
 * Renders the Helm chart for `check-deploy.ts`. We have our own renderer because Helm is not available from the npm
 * registry, and no package there supports `define`, `range` and `include`. It supports the parts of Go templates that
 * our chart uses, and throws on everything else. It doesn't validate values against their schema.
 */
export function renderChart(
  directory: string,
  {release, values}: {release: string; values: Record<string, unknown>},
): Map<string, string> {
  const chart = parse(readFileSync(join(directory, 'Chart.yaml'), 'utf8')) as Record<string, unknown>;
  const context = {
    Values: values,
    Release: {Name: release, Namespace: 'default', Service: 'Helm'},
    Chart: Object.fromEntries(Object.entries(chart).map(([name, value]) => [capitalize(name), value])),
  };
  const files = readdirSync(join(directory, 'templates')).sort();
  const definitions = new Map<string, Node[]>();
  const templates = files.map((name) => {
    const source = readFileSync(join(directory, 'templates', name), 'utf8');
    return {name, nodes: parseTemplate(name, source, definitions)};
  });
  return new Map(
    templates
      .filter(({name}) => !name.startsWith('_'))
      .map(({name, nodes}) => [name, run(nodes, scope(context, definitions))]),
  );
}

type Node =
  | {kind: 'text'; text: string}
  | {kind: 'value'; pipeline: Token[]; variable?: string}
  | {kind: 'if' | 'with' | 'range'; pipeline: Token[]; variables: string[]; body: Node[]; otherwise: Node[]};

type Token = string;

interface Scope {
  dot: unknown;
  variables: Map<string, unknown>;
  definitions: Map<string, Node[]>;
}

const scope = (dot: unknown, definitions: Scope['definitions']): Scope => ({
  dot,
  variables: new Map([['$', dot]]),
  definitions,
});

const capitalize = (name: string) => name[0]!.toUpperCase() + name.slice(1);

/** Parses one file. Its `define` blocks are added to `definitions`. */
function parseTemplate(name: string, source: string, definitions: Map<string, Node[]>): Node[] {
  const parts = source.split(/(\{\{-?[\s\S]*?-?\}\})/);
  const root: Node[] = [];
  const open: {nodes: Node[]; block?: Node & {otherwise: Node[]}}[] = [{nodes: root}];
  const fail = (action: string) => new Error(`${name}: unsupported or misplaced {{ ${action} }}`);
  parts.forEach((part, index) => {
    const {nodes, block} = open.at(-1)!;
    if (index % 2 === 0) {
      let text = part;
      if (parts[index - 1]?.endsWith('-}}')) text = text.trimStart();
      if (parts[index + 1]?.startsWith('{{-')) text = text.trimEnd();
      nodes.push({kind: 'text', text});
      return;
    }
    const action = part.replace(/^\{\{-?|-?\}\}$/g, '').trim();
    if (action.startsWith('/*')) return;
    const tokens = action.match(/"(?:[^"\\]|\\.)*"|:=|[()|,]|[^\s()|,]+/g) ?? [];
    const [keyword, ...rest] = tokens;
    if (keyword === 'define') {
      const body: Node[] = [];
      definitions.set(JSON.parse(rest[0]!), body);
      open.push({nodes: body});
    } else if (keyword === 'if' || keyword === 'with' || keyword === 'range') {
      const assignment = rest.indexOf(':=');
      const node = {
        kind: keyword,
        variables: rest.slice(0, Math.max(assignment, 0)).filter((token) => token !== ','),
        pipeline: rest.slice(assignment + 1),
        body: [],
        otherwise: [],
      } as Node & {body: Node[]; otherwise: Node[]};
      nodes.push(node);
      open.push({nodes: node.body, block: node});
    } else if (keyword === 'else' && rest.length === 0 && block) {
      open[open.length - 1] = {nodes: block.otherwise};
    } else if (keyword === 'end' && rest.length === 0 && open.length > 1) {
      open.pop();
    } else if (keyword?.startsWith('$') && rest[0] === ':=') {
      nodes.push({kind: 'value', variable: keyword, pipeline: rest.slice(1)});
    } else if (keyword === undefined || keyword === 'else' || keyword === 'end') {
      throw fail(action);
    } else {
      nodes.push({kind: 'value', pipeline: tokens});
    }
  });
  if (open.length > 1) throw new Error(`${name}: an {{ end }} is missing`);
  return root;
}

function run(nodes: Node[], {dot, variables, definitions}: Scope): string {
  const now: Scope = {dot, definitions, variables: new Map(variables)};
  return nodes.map((node) => runNode(node, now)).join('');
}

function runNode(node: Node, now: Scope): string {
  if (node.kind === 'text') return node.text;
  const value = evaluate([...node.pipeline], now);
  if (node.kind === 'value') {
    if (node.variable === undefined) return String(value ?? '');
    now.variables.set(node.variable, value);
    return '';
  }
  if (isEmpty(value)) return run(node.otherwise, now);
  if (node.kind === 'if') return run(node.body, now);
  if (node.kind === 'with') return run(node.body, {...now, dot: value});
  return Object.entries(value as object)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => {
      const [name, second] = node.variables;
      const added = second
        ? [[name!, key] as const, [second, item] as const]
        : name
          ? [[name, item] as const]
          : [];
      return run(node.body, {...now, dot: item, variables: new Map([...now.variables, ...added])});
    })
    .join('');
}

const isEmpty = (value: unknown) =>
  !value || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** Evaluates and removes tokens until the end or a closing parenthesis. */
function evaluate(tokens: Token[], now: Scope): unknown {
  let piped: unknown[] = [];
  for (;;) {
    const [first] = tokens;
    const name = first !== undefined && /^[a-z]/i.test(first) && !LITERALS.has(first) ? first : undefined;
    const call = name === undefined ? undefined : FUNCTIONS[name];
    if (name !== undefined && !call) throw new Error(`The function ${name} is not supported.`);
    if (call) tokens.shift();
    const values: unknown[] = [];
    while (tokens.length > 0 && tokens[0] !== '|' && tokens[0] !== ')') values.push(operand(tokens, now));
    if (!call && values.length !== 1) throw new Error(`One value expected before ${tokens.join(' ')}`);
    const value = call ? call([...values, ...piped], now) : values[0];
    if (tokens.shift() !== '|') return value;
    piped = [value];
  }
}

const LITERALS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
]);

function operand(tokens: Token[], now: Scope): unknown {
  const token = tokens.shift()!;
  if (token === '(') {
    const value = evaluate(tokens, now);
    return tokens[0]?.startsWith('.') ? field(value, tokens.shift()!) : value;
  }
  if (token.startsWith('"')) return JSON.parse(token);
  if (LITERALS.has(token)) return LITERALS.get(token);
  if (/^-?\d+$/.test(token)) return Number(token);
  // A function name as an argument is a call without arguments.
  if (FUNCTIONS[token]) return FUNCTIONS[token]([], now);
  if (token.startsWith('.')) return field(now.dot, token);
  const [, variable, path] = /^(\$\w*)(.*)$/.exec(token) ?? [];
  if (variable === undefined || !now.variables.has(variable)) throw new Error(`${token} is not defined.`);
  return field(now.variables.get(variable), path!);
}

function field(value: unknown, path: string): unknown {
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce((object: unknown, name) => (object as Record<string, unknown> | undefined)?.[name], value);
}

// biome-ignore lint/suspicious/noExplicitAny: values of templates have no types.
const FUNCTIONS: Record<string, (values: any[], now: Scope) => unknown> = {
  include: ([name, dot], {definitions}) => {
    const body = definitions.get(name);
    if (!body) throw new Error(`The template ${name} is not defined.`);
    return run(body, scope(dot, definitions));
  },
  // Like `helm template`, which assumes that nothing is installed.
  lookup: () => ({}),
  index: ([value, ...keys]) => keys.reduce((object, key) => object?.[key], value),
  dict: (pairs) => Object.fromEntries(pairs.flatMap((key, at) => (at % 2 ? [] : [[key, pairs[at + 1]]]))),
  default: ([fallback, value]) => (isEmpty(value) ? fallback : value),
  eq: ([value, ...others]) => others.includes(value),
  not: ([value]) => isEmpty(value),
  or: (values) => values.find((value) => !isEmpty(value)) ?? values.at(-1),
  add: (values) => values.reduce((sum, value) => sum + value),
  printf: ([format, ...values]) => format.replaceAll('%s', () => String(values.shift())),
  quote: ([value]) => JSON.stringify(String(value)),
  upper: ([text]) => text.toUpperCase(),
  replace: ([from, to, text]) => text.replaceAll(from, to),
  trunc: ([length, text]) => text.slice(0, length),
  trimSuffix: ([suffix, text]) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  toYaml: ([value]) => stringify(value, {version: '1.1', lineWidth: 0, sortMapEntries: true}).trimEnd(),
  nindent: ([spaces, text]) => `\n${text}`.replaceAll('\n', `\n${' '.repeat(spaces)}`),
  b64enc: ([text]) => Buffer.from(text).toString('base64'),
  sha256sum: ([text]) => createHash('sha256').update(text).digest('hex'),
  randBytes: ([length]) => randomBytes(length).toString('base64'),
  randAlphaNum: ([length]) => randomBytes(length).toString('hex').slice(0, length),
};
