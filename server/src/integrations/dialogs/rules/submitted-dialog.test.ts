import {expect, test} from 'vitest';
import type {Dialog, DialogElement} from './dialog.ts';
import {submittedDialog} from './submitted-dialog.ts';

/** An open dialog, with names of elements separated by spaces. */
function dialog(id: string, state: string, names: string, earlier?: string) {
  const elements = (list: string) => list.split(' ').map((name) => ({name}) as DialogElement);
  const definition = {
    state,
    elements: elements(names),
    ...(earlier === undefined ? {} : {earlierElements: elements(earlier)}),
  } as Dialog;
  return {id, definition};
}

const found = (open: ReturnType<typeof dialog>[], state: string | undefined, names: string[]) =>
  submittedDialog(open, {state, submission: Object.fromEntries(names.map((name) => [name, 'x']))})?.id;

test('without an open dialog, there is none', () => {
  expect(found([], 'a', ['x'])).toBeUndefined();
});

test('the newest with the state is found, before newer ones with other states', () => {
  const open = [dialog('other', 'b', 'x'), dialog('newest', 'a', 'x'), dialog('oldest', 'a', 'x')];
  expect(found(open, 'a', ['x'])).toBe('newest');
});

test.each([undefined, 'unknown'])('the newest is found if no dialog has the state %s', (state) => {
  const open = [dialog('newest', 'a', 'x'), dialog('oldest', 'b', 'x')];
  expect(found(open, state, ['x'])).toBe('newest');
});

test('one with all elements is found, before newer ones with some of them', () => {
  const open = [dialog('some', 'a', 'x z'), dialog('all', 'a', 'x y')];
  expect(found(open, 'a', ['x', 'y'])).toBe('all');
  expect(found(open, 'a', ['x', 'z'])).toBe('some');
});

test('one with as many elements is found, before newer ones with more', () => {
  const open = [dialog('more', 'a', 'x y'), dialog('same', 'a', 'x')];
  expect(found(open, 'a', ['x'])).toBe('same');
});

test('the newest with all elements is found if each has more', () => {
  const open = [dialog('none', 'a', 'z'), dialog('newest', 'a', 'x y'), dialog('oldest', 'a', 'x y z')];
  expect(found(open, 'a', ['x'])).toBe('newest');
});

test('elements of earlier steps count', () => {
  const open = [dialog('none', 'a', 'y'), dialog('second step', 'a', 'y', 'x')];
  expect(found(open, 'a', ['x', 'y'])).toBe('second step');
});

test('the newest with the state is found if none has the elements', () => {
  const open = [dialog('other', 'b', 'z'), dialog('newest', 'a', 'x'), dialog('oldest', 'a', 'y')];
  expect(found(open, 'a', ['unknown'])).toBe('newest');
});
