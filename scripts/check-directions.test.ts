import {expect, test} from 'vitest';
import {directionFaults, directionFaultsInSource} from './check-directions.ts';

/** Whether a declaration is reported. */
const isReported = (declaration: string) => directionFaults('a.css', `.a {\n  ${declaration};\n}`).length > 0;

test('declarations that name left or right are reported', () => {
  expect(directionFaults('a.css', '.a {\n  margin-left: 1px;\n  color: red;\n}')).toEqual([
    'a.css:2: margin-left: 1px is not mirrored in Arabic',
  ]);
  const faults = [
    'left: 0',
    'right: 50%',
    'padding-right: 1px',
    'border-left: 1px solid red',
    'border-right-color: red',
    'border-top-left-radius: 1px',
    'scroll-margin-left: 1px',
    'text-align: left',
    'float: right',
    'inset: 0 auto auto 0',
    'margin: 0 1px 0 calc(1px + var(--space))',
    'border-radius: 1px 0 0 1px',
    'border-radius: 1px 0',
    'box-shadow: inset 3px 0 0 red',
    'box-shadow: -0.5rem 0 0 red',
  ];
  expect(faults.filter((declaration) => !isReported(declaration))).toEqual([]);
});

test('declarations that are the same on both sides, or name the start and the end, are not reported', () => {
  const right = [
    'margin-inline-start: 1px',
    'inset-inline: 0 auto',
    'text-align: start',
    'text-align: center',
    'inset: 0',
    'padding: 0 var(--space, 1px) 2px',
    'margin: 0 calc(1px + 2px) 3px calc(1px + 2px)',
    'border-radius: 1px 1px 0 0',
    'transition: left 1s',
    'border-top: 1px solid red',
    'box-shadow: inset 0 -2px 0 red',
    'box-shadow: var(--shadow)',
  ];
  expect(right.filter(isReported)).toEqual([]);
});

test('a declaration with a reason is not reported', () => {
  const code = '.a {\n  /* physical: code runs from left to right */\n  text-align: left;\n  float: left;\n}';
  expect(directionFaults('a.css', code)).toEqual(['a.css:4: float: left is not mirrored in Arabic']);
});

test('styles of elements are reported', () => {
  const source = '<a style={{marginLeft: 1}} />\n<b style={{right: 0}} />\n<c style={{insetInlineEnd: 0}} />';
  expect(directionFaultsInSource('a.tsx', source)).toEqual([
    'a.tsx:1: <a style={{marginLeft: 1}} /> is not mirrored in Arabic',
    'a.tsx:2: <b style={{right: 0}} /> is not mirrored in Arabic',
  ]);
});
