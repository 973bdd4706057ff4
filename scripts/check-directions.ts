// Checks that the web client's styles say start and end instead of left and right, so that pages in Arabic are
// mirrored: `margin-inline-start`, `inset-inline-end`, `text-align: start`. If a side is the same in every language,
// such as in code, a comment on the line above starts with `physical:` and gives the reason.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {sourceFiles} from './source-files.ts';

const SIDE_PROPERTY =
  /^(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)$/;
const SIDE_VALUE = /^(?:text-align|text-align-last|float|clear)$/;
/** Properties whose second value is for the right side and whose fourth value is for the left side. */
const FOUR_SIDES = /^(?:inset|margin|padding|border-(?:width|style|color)|scroll-(?:margin|padding))$/;
/** Its values are in the order top left, top right, bottom right, bottom left. */
const FOUR_CORNERS = 'border-radius';
/** A shadow to the left or right. */
const SIDE_SHADOW = /^(?:inset )?-?[\d.]*[1-9]/;
const STYLE_IN_SOURCE =
  /\b(?:(?:margin|padding|scrollMargin|scrollPadding)(?:Left|Right)|border(?:Left|Right|(?:Top|Bottom)(?:Left|Right)Radius)\w*|textAlign: '(?:left|right)'|style=\{\{[^}]*\b(?:left|right)\b\s*:)/;

/** The values of a declaration. For example, `1px calc(2px + 3px) auto` has three. */
function splitValues(text: string): string[] {
  return text.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}

function namesSide(property: string, value: string): boolean {
  if (SIDE_PROPERTY.test(property)) return true;
  if (SIDE_VALUE.test(property)) return /^(?:left|right)\b/.test(value);
  if (property === 'box-shadow') return SIDE_SHADOW.test(value);
  const values = splitValues(value);
  if (FOUR_SIDES.test(property)) return values.length === 4 && values[1] !== values[3];
  if (property !== FOUR_CORNERS || values.includes('/')) return false;
  const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = values;
  return topLeft !== topRight || bottomRight !== bottomLeft;
}

/** The declarations in a style sheet that say left or right without giving a reason. */
export function directionFaults(file: string, css: string): string[] {
  const lines = css.split('\n');
  return lines.flatMap((line, index) => {
    const [, property, value] = /^\s*([a-z-]+):\s*([^;]+);/.exec(line) ?? [];
    if (!property || !namesSide(property, value!)) return [];
    if (/\/\* physical: \S.*\*\//.test(lines[index - 1] ?? '')) return [];
    return [`${file}:${index + 1}: ${property}: ${value} is not mirrored in Arabic`];
  });
}

/** The inline styles in a component's source that say left or right. */
export function directionFaultsInSource(file: string, source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      STYLE_IN_SOURCE.test(line) ? [`${file}:${index + 1}: ${line.trim()} is not mirrored in Arabic`] : [],
    );
}

if (import.meta.main) {
  const faults = sourceFiles(projectRoot, 'web/src').flatMap((file) => {
    const read = () => readFileSync(join(projectRoot, file), 'utf8');
    if (file.endsWith('.css')) return directionFaults(file, read());
    return file.endsWith('.tsx') ? directionFaultsInSource(file, read()) : [];
  });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
