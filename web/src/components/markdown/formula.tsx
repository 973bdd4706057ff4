import {useIsOn} from '../../data/system/client-config.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {CodeBlock} from './code-block.tsx';

/** A formula within a text, from LaTeX. */
export const Formula = lazyComponent(() => import('./typeset-formula.tsx'));

/** Whether `$…$` is a formula. */
export function useFormulasInText(): boolean {
  const isOn = useIsOn('EnableLatex');
  return useIsOn('EnableInlineLatex') && isOn;
}

/** A block of LaTeX as a formula, or as code if formulas are off. */
export function FormulaBlock({source}: {source: string}) {
  return useIsOn('EnableLatex') ? (
    <Formula source={source} block />
  ) : (
    <CodeBlock code={source.replace(/\n$/, '')} language="latex" />
  );
}
