import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {attachmentsOf, borderColour, fallbackOf, fieldRows, isBare} from './attachments.ts';

describe('attachments', () => {
  test('come out of whatever is in the props', () => {
    fc.assert(
      fc.property(fc.anything(), (attachments) => {
        const props = {attachments};
        for (const attachment of attachmentsOf(props)) {
          fallbackOf(attachment);
          fieldRows(attachment.fields);
          borderColour(attachment.color);
        }
      }),
    );
  });

  test('have two short fields in a row, and a long one by itself', () => {
    const field = (title: string, short: boolean) => ({title, value: '', short});
    const rows = fieldRows([field('a', true), field('b', true), field('c', true), field('d', false)]);
    expect(rows.map((row) => row.map(({title}) => title))).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test('have the colour that they name, else that of the header of the sidebar', () => {
    expect(borderColour('#00FF00')).toBe('#00ff00');
    expect(borderColour('danger')).toBe('var(--color-danger-solid)');
    expect(borderColour('red; background: url(x)')).toBe('var(--color-sidebar-header)');
    expect(borderColour('')).toBe('var(--color-sidebar-header)');
  });

  test('show their fallback where formatting is off', () => {
    const [first, second] = attachmentsOf({
      attachments: [
        {fallback: 'short', text: 'long'},
        {pretext: 'a', title: 'b', text: 'c'},
      ],
    });
    expect(fallbackOf(first!)).toBe('short');
    expect(fallbackOf(second!)).toBe('a\nb\nc');
  });

  test('are nothing but their summary where nothing else is in them', () => {
    const [bare, full] = attachmentsOf({
      attachments: [
        {fallback: 'only this', color: 'good', fields: []},
        {fallback: 'more', fields: [{title: 'a', value: 'b'}]},
      ],
    });
    expect([isBare(bare!), isBare(full!)]).toEqual([true, false]);
  });
});
