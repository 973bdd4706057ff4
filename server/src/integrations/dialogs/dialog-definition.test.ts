import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {AppError} from '../../platform/errors/app-error.ts';
import {parseDialog} from './dialog-definition.ts';

const element = (more: object = {}) => ({display_name: 'Name', name: 'name', type: 'text', ...more});
const read = (more: object = {}) => parseDialog({title: 'T', elements: [element(more)]}).elements[0];

test('a dialog without elements is a confirmation', () => {
  expect(parseDialog({title: 'Sure?', submit_label: 'Yes', elements: null})).toEqual({
    callbackId: '',
    title: 'Sure?',
    introductionText: '',
    iconUrl: '',
    elements: [],
    submitLabel: 'Yes',
    notifyOnCancel: false,
    state: '',
    sourceUrl: '',
  });
});

test('empty, null and 0 mean that a field is unset', () => {
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
  expect(parseDialog({title: 'T'})).toMatchObject({submitLabel: 'Submit'});
});

test('a multiselect has several defaults, separated by commas', () => {
  expect(read({type: 'select', multiselect: true, options, default: 'b, a,'})).toMatchObject({
    multiselect: true,
    default: 'b, a,',
  });
  expect(read({type: 'select', options})).toMatchObject({multiselect: false});
});

test('a date takes its limits from datetime_config or from the element', () => {
  expect(read({type: 'date', min_date: 'today', max_date: '2030-01-31T10:00:00Z'})).toMatchObject({
    minDate: 'today',
    maxDate: '2030-01-31',
    timeInterval: 60,
    timeZone: '',
    manualTimeEntry: false,
  });
  const datetime_config = {
    min_date: '-2w',
    time_interval: 15,
    location_timezone: 'Europe/Paris',
    allow_manual_time_entry: true,
  };
  expect(read({type: 'datetime', min_date: 'today', max_date: '+1M', datetime_config})).toMatchObject({
    minDate: '-2w',
    maxDate: '+1M',
    timeInterval: 15,
    timeZone: 'Europe/Paris',
    manualTimeEntry: true,
  });
  expect(
    read({type: 'date', max_date: 'today', datetime_config: {max_date: '', manual_time_entry: true}}),
  ).toMatchObject({maxDate: 'today', manualTimeEntry: true});
  expect(read({type: 'date', datetime_config: {max_date: '+7d'}})).toMatchObject({maxDate: '+7d'});
  expect(read({type: 'datetime', default: '+3H'})).toMatchObject({default: '+3H'});
  expect(read({type: 'datetime', default: '2030-01-31T10:00'})).toMatchObject({default: '2030-01-31T10:00'});
  expect(read({type: 'date', default: '2030-01-31T10:00:00Z'})).toMatchObject({default: '2030-01-31'});
});

test('features that are off or empty are the same as absent ones', () => {
  const off = {multiselect: 'false', refresh: false, min_date: '', time_interval: 0, datetime_config: null};
  expect(read(off)).toEqual(read());
});

test('an element that refreshes needs a source_url', () => {
  const bool = element({type: 'bool', refresh: true});
  const dialog = parseDialog({title: 'T', source_url: 'https://x.io', elements: [bool]});
  expect(dialog).toMatchObject({sourceUrl: 'https://x.io', elements: [{refresh: true}]});
  expect(() => parseDialog({title: 'T', elements: [bool]})).toThrow('needs dialog.source_url: true.');
});

test('a dynamic select may have an empty list of options', () => {
  const dynamic = {type: 'select', data_source: 'dynamic', data_source_url: 'https://x.io', options: []};
  expect(read(dynamic)).toMatchObject({dataSource: 'dynamic', dataSourceUrl: 'https://x.io', options: []});
});

test('a flag can be a boolean or text', () => {
  expect(parseDialog({title: 'T', notify_on_cancel: 'true'}).notifyOnCancel).toBe(true);
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
    ['dialog.title', {title: ''}, 'is required'],
    ['dialog.title', {title: 'x'.repeat(25)}, 'has 25 characters (at most 24 are allowed)'],
    ['dialog.elements', {elements: Array(6).fill(element())}, 'at most 5'],
    ['dialog.elements', {elements: 'x'}, 'is not a list'],
    ['dialog.elements[0]', {elements: [7]}, 'is not an object: 7.'],
    ['dialog.elements[0]', {elements: [null]}, 'is not an object: null.'],
    ['dialog.elements[0]', {elements: [[]]}, 'is not an object: [].'],
    ['dialog.callback_id', {callback_id: 7}, 'is not text: 7.'],
    ['dialog.introduction_text', {introduction_text: 7}, 'is not text'],
    ['dialog.submit_label', {submit_label: 7}, 'is not text'],
    ['dialog.state', {state: 7}, 'is not text'],
    ['dialog.title', {title: undefined}, 'is required: nothing.'],
    ['dialog.icon_url', {icon_url: 'javascript:"https://x.io"'}, 'does not start with'],
    ['dialog.icon_url', {icon_url: 'javascript:x'}, 'does not start with http:// or https://'],
    ['dialog.notify_on_cancel', {notify_on_cancel: 'maybe'}, 'is not true or false'],
    ['dialog.source_url', {source_url: 'ftp://x.io'}, 'cannot be called: it starts with ftp:'],
    ['dialog.elements[1].name', {elements: [element(), element()]}, 'is also the name of an earlier element'],
  ])('%s of %j is rejected', (path, more, message) => {
    expect(() => parseDialog({title: 'T', ...more})).toThrow(
      expect.objectContaining({
        id: 'api.dialog.open.invalid.app_error',
        status: 400,
        path,
        message: expect.stringContaining(message),
      }),
    );
  });

  test('anything but a dialog is rejected', () => {
    for (const value of [undefined, null, 'x', []]) {
      expect(() => parseDialog(value)).toThrow(expect.objectContaining({status: 400, path: 'dialog'}));
    }
  });

  test.each<[field: string, more: object, message: string]>([
    ['display_name', {display_name: 'x'.repeat(25)}, 'at most 24'],
    ['name', {name: 'x'.repeat(301)}, 'at most 300'],
    ['name', {name: undefined}, 'is required'],
    ['type', {type: 'action_button'}, 'is not one of text, textarea, select, radio, bool, date, datetime'],
    ['action_button', {action_button: {url: 'https://x.io'}}, 'is not supported'],
    ['file_config', {file_config: {max: 1}}, 'is not supported'],
    ['multiselect', {type: 'radio', options, multiselect: true}, 'only works for select: true.'],
    ['multiselect', {type: 'select', options, multiselect: 'maybe'}, 'is not true or false'],
    ...['select', 'radio', 'bool', 'date', 'datetime'].map((type): [string, object, string] => [
      'refresh',
      {type, options, refresh: 'maybe'},
      'is not true or false',
    ]),
    ...['manual_time_entry', 'allow_manual_time_entry'].map((name): [string, object, string] => [
      `datetime_config.${name}`,
      {type: 'datetime', datetime_config: {[name]: 'maybe'}},
      'is not true or false',
    ]),
    ['placeholder', {type: 'date', placeholder: 'x'.repeat(151)}, 'at most 150'],
    [
      'default',
      {
        type: 'select',
        data_source: 'users',
        multiselect: true,
        default: Array.from({length: 101}, (_, index) => index).join(','),
      },
      'has more than 100 values',
    ],
    ['refresh', {refresh: true}, 'only works for select, radio, bool, date, datetime'],
    ['refresh', {type: 'bool', refresh: true}, 'needs dialog.source_url'],
    ['min_date', {min_date: 'today'}, 'only works for date, datetime'],
    ['time_interval', {type: 'date', time_interval: 30}, 'only works for datetime'],
    [
      'datetime_config.is_range',
      {type: 'date', datetime_config: {is_range: true}},
      'is not supported: true.',
    ],
    ['datetime_config', {type: 'date', datetime_config: 7}, 'is not an object'],
    ['datetime_config.min_date', {type: 'date', datetime_config: {min_date: 'soon'}}, 'is not a date'],
    ['max_date', {type: 'date', max_date: '2030-02-30'}, 'is not a date'],
    ['default', {type: 'date', default: '31.01.2030'}, 'is not a date (2026-01-31) or relative'],
    ['default', {type: 'datetime', default: '2030-01-31'}, 'is not a datetime (2026-01-31T08:00:00Z) or'],
    ['time_interval', {type: 'datetime', time_interval: 7}, 'does not divide a day of 1440 minutes'],
    ['time_interval', {type: 'datetime', time_interval: 2880}, 'does not divide a day'],
    [
      'datetime_config.location_timezone',
      {type: 'datetime', datetime_config: {location_timezone: 'Mars/Base'}},
      'is not a time zone',
    ],
    ['data_source_url', {type: 'select', data_source: 'dynamic'}, 'is required'],
    [
      'data_source_url',
      {type: 'select', data_source: 'dynamic', data_source_url: '/plugins/x'},
      'cannot be called',
    ],
    ['data_source_url', {type: 'select', options, data_source_url: 'https://x.io'}, 'only works with'],
    [
      'options',
      {type: 'select', data_source: 'dynamic', data_source_url: 'https://x.io', options},
      'have no effect with the data_source dynamic',
    ],
    ['data_source', {type: 'radio', data_source: 'dynamic'}, 'is not one of users, channels'],
    [
      'default',
      {type: 'select', multiselect: true, options, default: 'a,c'},
      'is not the value of an option',
    ],
    ['help_text', {help_text: 'x'.repeat(151)}, 'at most 150'],
    ['default', {default: 'x'.repeat(151)}, 'at most 150'],
    ['placeholder', {placeholder: 'x'.repeat(151)}, 'at most 150'],
    ['max_length', {max_length: 3001}, 'is greater than 3000'],
    ['max_length', {type: 'textarea', max_length: 3001}, 'is greater than 3000'],
    ['min_length', {min_length: 6, max_length: 5}, 'is greater than max_length (5)'],
    ['min_length', {min_length: -1}, 'is not a whole number of 0 or more'],
    ['min_length', {min_length: 1.5}, 'is not a whole number of 0 or more'],
    ['min_length', {min_length: '7'}, 'is not a whole number of 0 or more'],
    ['max_length', {max_length: '7'}, 'is not a whole number of 0 or more'],
    ['optional', {optional: 7}, 'is not true or false'],
    ['subtype', {subtype: 'date'}, 'is not one of'],
    ['subtype', {type: 'textarea', subtype: 'password'}, 'is not one of'],
    ['options', {type: 'select'}, 'needs at least one option'],
    ['options', {type: 'select', options: []}, 'needs at least one option'],
    ['options[0]', {type: 'select', options: [7]}, 'is not an object'],
    ['default', {type: 'select', options, default: 7}, 'is not text'],
    ['placeholder', {type: 'select', options, placeholder: 7}, 'is not text'],
    ['options[0].value', {type: 'select', options: [{text: 'A'}]}, 'is required'],
    ['data_source', {type: 'select', data_source: 'teams'}, 'is not one of users, channels, dynamic'],
    ['default', {type: 'select', options, default: 'c'}, 'is not the value of an option'],
    ['default', {type: 'bool', default: 'yes'}, 'is not true or false'],
    ['placeholder', {type: 'bool', placeholder: 'x'.repeat(151)}, 'at most 150'],
  ])('%s of %j is rejected', (field, more, message) => {
    expect(() => read(more)).toThrow(
      expect.objectContaining({
        status: 400,
        path: `dialog.elements[0].${field}`,
        message: expect.stringContaining(message),
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
    {
      type: 'select',
      data_source: 'users',
      multiselect: true,
      default: Array.from({length: 100}, (_, index) => index).join(','),
    },
    {type: 'date', placeholder: 'x'.repeat(150)},
  ])('%j is within the limits', (more) => {
    expect(read(more)).toBeDefined();
  });

  test('five elements, and an icon with either scheme, are within the limits', () => {
    const elements = [1, 2, 3, 4, 5].map((number) => element({name: `e${number}`}));
    expect(parseDialog({title: 'T', elements, icon_url: 'HTTP://x.io/a.png'}).elements).toHaveLength(5);
  });
});

test('anything else is rejected, and never causes an internal error', () => {
  const shape = fc.anything({maxDepth: 3});
  const dialog = fc.record({
    title: shape,
    elements: fc.oneof(shape, fc.array(fc.record({type: shape, name: shape, options: shape}))),
  });
  fc.assert(
    fc.property(fc.oneof(shape, dialog), (value) => {
      try {
        parseDialog(value);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
