import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {borderColor, fieldRows, getFallback, isBare, readAttachments} from './attachments.ts';

describe('attachments', () => {
  test('are parsed from any props', () => {
    fc.assert(
      fc.property(fc.anything(), (attachments) => {
        const props = {attachments};
        for (const attachment of readAttachments(props)) {
          getFallback(attachment);
          fieldRows(attachment.fields);
          borderColor(attachment.color);
        }
      }),
    );
  });

  test('show two short fields in a row and long fields alone', () => {
    const field = (title: string, short: boolean) => ({title, value: '', short});
    const rows = fieldRows([field('a', true), field('b', true), field('c', true), field('d', false)]);
    expect(rows.map((row) => row.map(({title}) => title))).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test('have their own color, or the color of the sidebar header', () => {
    expect(borderColor('#00FF00')).toBe('#00ff00');
    expect(borderColor('danger')).toBe('var(--color-danger-solid)');
    expect(borderColor('red; background: url(x)')).toBe('var(--color-sidebar-header)');
    expect(borderColor('')).toBe('var(--color-sidebar-header)');
  });

  test('show their fallback if formatting is off', () => {
    const [first, second] = readAttachments({
      attachments: [
        {fallback: 'short', text: 'long'},
        {pretext: 'a', title: 'b', text: 'c', fields: [{title: 'Branch', value: 'main'}]},
      ],
    });
    expect(getFallback(first!)).toBe('short');
    expect(getFallback(second!)).toBe('a\nb\nc\nBranch: main');
  });

  test('show only their fallback if there is nothing else', () => {
    const [bare, full] = readAttachments({
      attachments: [
        {fallback: 'only this', color: 'good', fields: []},
        {fallback: 'more', fields: [{title: 'a', value: 'b'}]},
      ],
    });
    expect([isBare(bare!), isBare(full!)]).toEqual([true, false]);
  });
});
