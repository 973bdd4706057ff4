import {declareValuePlugin, PluginKind} from '@stryker-mutator/api/plugin';

/** As much of a node of Babel's syntax tree as is looked at here. */
interface SyntaxNode {
  type: string;
  name?: string;
  tag?: SyntaxNode;
  key?: SyntaxNode;
}

/** Properties that hold wording or the text of a statement. */
const WORDING = new Set(['message', 'detail', 'explanation', 'text']);

/**
 * What mutation testing leaves alone: the wording of messages and of notes for the operator, which tests do not repeat
 * word for word, and the text of SQL statements, most mutants of which PostgreSQL refuses to parse.
 */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'wording', {
    shouldIgnore({node}: {node: SyntaxNode}) {
      if (node.type === 'TaggedTemplateExpression' && node.tag?.name === 'sql') return 'text of a statement';
      if (node.type === 'ObjectProperty' && WORDING.has(node.key?.name ?? '')) return 'wording';
      return undefined;
    },
  }),
];
