import {declareValuePlugin, PluginKind} from '@stryker-mutator/api/plugin';

/** The used properties of a Babel syntax tree node. */
interface SyntaxNode {
  type: string;
  name?: string;
  tag?: SyntaxNode;
  key?: SyntaxNode;
}

/** Properties that contain messages or the text of a statement. */
const WORDING = new Set(['message', 'detail', 'explanation', 'text']);

/**
 * Excludes from mutation testing: the wording of messages, which tests don't compare in full, and the text of SQL
 * statements, because most mutants would be invalid SQL.
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
