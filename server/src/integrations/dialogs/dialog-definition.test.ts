import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {AppError} from '../../platform/errors/app-error.ts';
import {readDialog} from './dialog-definition.ts';

const element = (more: object = {}) => ({display_name: 'Name', name: 'name', type: 'text', ...more});
const read = (more: object = {}) => readDialog({title: 'T', elements: [element(more)]}).elements[0];

test('a dialog without elements is a confirmation', () => {
  expect(readDialog({title: 'Sure?', submit_label: 'Yes', elements: null})).toEqual({
    callbackId: '',
    title: 'Sure?',
    introductionText: '',
    iconUrl: '',
    elements: [],
    submitLabel: 'Yes',
    notifyOnCancel: false,
    state: '',
  });
});

test('fields that are empty, null or 0 are unset', () => {
  const unset = {
    subtype: '',
    min_length: 0,
    max_length: 0,
    data_source: '',
    options: null,
    default: '',
    help_text: '',
  };
  expect(read(unset)).toEqual(read());
  expect(read()).toEqual({
    type: 'text',
    subtype: 'text',
    displayName: 'Name',
    name: 'name',
    optional: false,
    helpText: '',
    default: '',
    placeholder: '',
    minLength: 0,
    maxLength: 150,
  });
  expect(read({min_length: '', max_length: null})).toEqual(read());
  expect(read({type: 'textarea'})).toMatchObject({maxLength: 3000});
  for (const unsetDefault of [undefined, null, '']) {
    expect(read({type: 'bool', default: unsetDefault})).toMatchObject({default: ''});
  }
  for (const source of [undefined, null, '']) {
    expect(read({type: 'select', data_source: source, options})).toMatchObject({dataSource: ''});
  }
  expect(read({type: 'select', data_source: 'users', options})).toMatchObject({options: []});
  expect(readDialog({title: 'T'})).toMatchObject({submitLabel: 'Submit'});
});

test('a flag may be a boolean or its name', () => {
  expect(readDialog({title: 'T', notify_on_cancel: 'true'}).notifyOnCancel).toBe(true);
  for (const yes of [true, 'true']) expect(read({optional: yes})).toMatchObject({optional: true});
  for (const no of [null, '', false, 'false']) expect(read({optional: no})).toMatchObject({optional: false});
  expect(read({type: 'bool', default: true})).toMatchObject({default: 'true'});
});

const options = [
  {text: 'A', value: 'a'},
  {text: 'B', value: 'b'},
];

describe('limits', () => {
  test.each([
    ['dialog.title', {title: ''}, 'is needed'],
    ['dialog.title', {title: 'x'.repeat(25)}, 'has 25 characters; at most 24 are allowed'],
    ['dialog.elements', {elements: Array(6).fill(element())}, 'at most 5'],
    ['dialog.elements', {elements: 'x'}, 'is no list'],
    ['dialog.elements[0]', {elements: [7]}, 'is no object: 7.'],
    ['dialog.elements[0]', {elements: [null]}, 'is no object: null.'],
    ['dialog.elements[0]', {elements: [[]]}, 'is no object: [].'],
    ['dialog.callback_id', {callback_id: 7}, 'is no text: 7.'],
    ['dialog.introduction_text', {introduction_text: 7}, 'is no text'],
    ['dialog.submit_label', {submit_label: 7}, 'is no text'],
    ['dialog.state', {state: 7}, 'is no text'],
    ['dialog.title', {title: undefined}, 'is needed: nothing.'],
    ['dialog.icon_url', {icon_url: 'javascript:"https://x.io"'}, 'does not begin with'],
    ['dialog.icon_url', {icon_url: 'javascript:x'}, 'does not begin with http:// or https://'],
    ['dialog.notify_on_cancel', {notify_on_cancel: 'maybe'}, 'neither true nor false'],
    ['dialog.elements[1].name', {elements: [element(), element()]}, 'is the name of an element before it'],
  ])('%s of %j is refused', (path, more, words) => {
    expect(() => readDialog({title: 'T', ...more})).toThrow(
      expect.objectContaining({
        id: 'api.dialog.open.invalid.app_error',
        status: 400,
        path,
        message: expect.stringContaining(words),
      }),
    );
  });

  test('what is no dialog is refused', () => {
    for (const value of [undefined, null, 'x', []]) {
      expect(() => readDialog(value)).toThrow(expect.objectContaining({status: 400, path: 'dialog'}));
    }
  });

  test.each([
    ['display_name', {display_name: 'x'.repeat(25)}, 'at most 24'],
    ['name', {name: 'x'.repeat(301)}, 'at most 300'],
    ['name', {name: undefined}, 'is needed'],
    ['type', {type: 'date'}, 'is not one of text, textarea, select, radio, bool'],
    ['help_text', {help_text: 'x'.repeat(151)}, 'at most 150'],
    ['default', {default: 'x'.repeat(151)}, 'at most 150'],
    ['placeholder', {placeholder: 'x'.repeat(151)}, 'at most 150'],
    ['max_length', {max_length: 3001}, 'is over 3000'],
    ['max_length', {type: 'textarea', max_length: 3001}, 'is over 3000'],
    ['min_length', {min_length: 6, max_length: 5}, 'is over max_length, which is 5'],
    ['min_length', {min_length: -1}, 'is no whole number from 0'],
    ['min_length', {min_length: 1.5}, 'is no whole number from 0'],
    ['min_length', {min_length: '7'}, 'is no whole number from 0'],
    ['max_length', {max_length: '7'}, 'is no whole number from 0'],
    ['optional', {optional: 7}, 'neither true nor false'],
    ['subtype', {subtype: 'date'}, 'is not one of'],
    ['subtype', {type: 'textarea', subtype: 'password'}, 'is not one of'],
    ['options', {type: 'select'}, 'needs at least one option'],
    ['options', {type: 'select', options: []}, 'needs at least one option'],
    ['options[0]', {type: 'select', options: [7]}, 'is no object'],
    ['default', {type: 'select', options, default: 7}, 'is no text'],
    ['placeholder', {type: 'select', options, placeholder: 7}, 'is no text'],
    ['options[0].value', {type: 'select', options: [{text: 'A'}]}, 'is needed'],
    ['data_source', {type: 'select', data_source: 'teams'}, 'is not one of users, channels'],
    ['default', {type: 'select', options, default: 'c'}, 'is not the value of an option'],
    ['default', {type: 'bool', default: 'yes'}, 'neither true nor false'],
    ['placeholder', {type: 'bool', placeholder: 'x'.repeat(151)}, 'at most 150'],
  ])('%s of %j is refused', (field, more, words) => {
    expect(() => read(more)).toThrow(
      expect.objectContaining({
        status: 400,
        path: `dialog.elements[0].${field}`,
        message: expect.stringContaining(words),
      }),
    );
  });

  test.each([
    {
      display_name: '😀'.repeat(24),
      name: 'x'.repeat(300),
      help_text: 'x'.repeat(150),
      default: 'x'.repeat(150),
    },
    {type: 'textarea', default: 'x'.repeat(3000), placeholder: 'x'.repeat(3000), max_length: 3000},
    {type: 'select', data_source: 'users', options, default: 'whoever'},
    {type: 'text', max_length: 3000},
    {type: 'text', subtype: 'password'},
    {type: 'text', min_length: 5, max_length: 5},
    {type: 'radio', options, default: 'a'},
  ])('%j is within them', (more) => {
    expect(read(more)).toBeDefined();
  });

  test('five elements and an icon by either scheme are within them', () => {
    const elements = [1, 2, 3, 4, 5].map((number) => element({name: `e${number}`}));
    expect(readDialog({title: 'T', elements, icon_url: 'HTTP://x.io/a.png'}).elements).toHaveLength(5);
  });
});

test('anything else is a refusal, never a fault', () => {
  const shape = fc.anything({maxDepth: 3});
  const dialog = fc.record({
    title: shape,
    elements: fc.oneof(shape, fc.array(fc.record({type: shape, name: shape, options: shape}))),
  });
  fc.assert(
    fc.property(fc.oneof(shape, dialog), (value) => {
      try {
        readDialog(value);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
