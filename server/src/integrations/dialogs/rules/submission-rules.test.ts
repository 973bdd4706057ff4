import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseDialog} from '../dialog-definition.ts';
import {unfinishedValues, validateSubmission} from './submission-rules.ts';

/** An evening in Honolulu, when it is already the next day in Paris. */
const DATES = {now: Date.parse('2030-01-31T08:00:00Z'), timeZone: 'Pacific/Honolulu', tolerance: 0};

function validate(element: object, value: unknown) {
  const {elements} = parseDialog({
    title: 'T',
    elements: [{display_name: 'X', name: 'x', type: 'text', ...element}],
  });
  const {values, errors} = validateSubmission(elements, {x: value as string}, DATES);
  return errors.x ?? values.x;
}

const REQUIRED = 'This field is required.';
const NO_EMAIL = 'Enter a valid email address.';
const NO_ADDRESS = 'Enter a URL that starts with http:// or https://.';
const NO_TELEPHONE = 'Enter a phone number.';
const NO_OPTION = 'Choose one of the options.';
const options = [
  {text: 'A', value: 'a'},
  {text: 'B', value: 'b'},
];

const HUNDRED = Array.from({length: 100}, (_, index) => `v${index}`);
const dynamic = {type: 'select', data_source: 'dynamic', data_source_url: 'https://x.io/options'};

test.each([
  [{}, 'said', 'said'],
  [{}, '', REQUIRED],
  [{}, ' ', REQUIRED],
  [{}, undefined, REQUIRED],
  [{}, true, 'true'],
  [{}, 7, '7'],
  [{}, {}, REQUIRED],
  [{optional: true}, '', ''],
  [{min_length: 3}, 'ab', 'Enter at least 3 characters. You entered 2.'],
  [{min_length: 3}, 'abc', 'abc'],
  [{min_length: 3, optional: true}, '', ''],
  [{type: 'textarea', min_length: 3}, 'ab', 'Enter at least 3 characters. You entered 2.'],
  [{max_length: 3}, 'abc', 'abc'],
  [{max_length: 3}, 'abcd', 'Enter at most 3 characters. You entered 4.'],
  [{max_length: 2}, '😀😀', '😀😀'],
  [{subtype: 'email'}, 'ann@example.com', 'ann@example.com'],
  [{subtype: 'email'}, ' ann@example.com ', ' ann@example.com '],
  [{subtype: 'email'}, 'ann', NO_EMAIL],
  [{subtype: 'email'}, 'ann lee@example.com', NO_EMAIL],
  [{subtype: 'email'}, 'ann@example.com, bob@example.com', NO_EMAIL],
  [{subtype: 'number'}, '7.5', 7.5],
  [{subtype: 'number'}, 0, 0],
  [{subtype: 'number'}, 'seven', 'Enter a number.'],
  [{subtype: 'number', optional: true}, '', ''],
  [{subtype: 'number', optional: true}, ' ', ' '],
  [{subtype: 'number'}, ' 7 ', 7],
  [{type: 'textarea', subtype: 'number'}, '7', 7],
  [{subtype: 'url'}, 'https://x.io', 'https://x.io'],
  [{subtype: 'url'}, ' HTTP://x.io ', ' HTTP://x.io '],
  [{subtype: 'url'}, 'x.io', NO_ADDRESS],
  [{subtype: 'url'}, 'http://', NO_ADDRESS],
  [{subtype: 'url'}, 'ftp://x.io', NO_ADDRESS],
  [{subtype: 'url'}, 'javascript:open("https://x.io")', NO_ADDRESS],
  [{subtype: 'tel'}, '+49 (0)30 123-456', '+49 (0)30 123-456'],
  [{subtype: 'tel'}, ' 112 ', ' 112 '],
  [{subtype: 'tel'}, 'call me', NO_TELEPHONE],
  [{subtype: 'tel'}, 'call 112', NO_TELEPHONE],
  [{subtype: 'tel'}, '112 please', NO_TELEPHONE],
  [{subtype: 'tel'}, '11', NO_TELEPHONE],
  [{type: 'select', options}, 'a', 'a'],
  [{type: 'select', options}, 'b', 'b'],
  [{type: 'select', options}, 'c', NO_OPTION],
  [{type: 'radio', options}, 'c', NO_OPTION],
  [{type: 'select', options}, '', REQUIRED],
  [{type: 'select', data_source: 'users'}, 'x'.repeat(26), 'x'.repeat(26)],
  [{type: 'select', data_source: 'users'}, 'x'.repeat(27), 'Choose one of the users.'],
  [{type: 'select', data_source: 'channels'}, 'general', 'Choose one of the channels.'],
  [{type: 'select', multiselect: true, options}, ['b', 'a', 'b'], ['b', 'a']],
  [{type: 'select', multiselect: true, options}, 'a', ['a']],
  [{type: 'select', multiselect: true, options}, [], REQUIRED],
  [{type: 'select', multiselect: true, options, optional: true}, undefined, []],
  [{type: 'select', multiselect: true, options}, ['a', 'c'], NO_OPTION],
  [{type: 'select', multiselect: true, data_source: 'users'}, ['bob'], 'Choose one of the users.'],
  [{type: 'select', options}, ['a'], REQUIRED],
  [dynamic, 'anything', 'anything'],
  [dynamic, 'x'.repeat(3001), 'Enter at most 3000 characters. You entered 3001.'],
  [
    {...dynamic, multiselect: true},
    Array.from({length: 101}, (_, index) => `v${index}`),
    'Select at most 100 values. You selected 101.',
  ],
  [dynamic, 'x'.repeat(3000), 'x'.repeat(3000)],
  [{...dynamic, multiselect: true}, HUNDRED, HUNDRED],
  [{type: 'select', multiselect: true, options}, ['a', '', 7], ['a']],
  [{type: 'select', multiselect: true, options}, '', REQUIRED],
  [{type: 'date'}, '2030-02-28', '2030-02-28'],
  [{type: 'date'}, '2030-02-29', 'Enter a date.'],
  [{type: 'date'}, '2030-02-28T10:00:00Z', 'Enter a date.'],
  [{type: 'date'}, '', REQUIRED],
  [{type: 'date', optional: true}, '', ''],
  // In Honolulu, it is still January 30.
  [{type: 'date', min_date: 'today'}, '2030-01-30', '2030-01-30'],
  [{type: 'date', min_date: 'today'}, '2030-01-29', 'Enter 2030-01-30 or a later date.'],
  [{type: 'date', max_date: 'yesterday'}, '2030-01-30', 'Enter 2030-01-29 or an earlier date.'],
  [{type: 'date', min_date: 'tomorrow'}, '2030-01-30', 'Enter 2030-01-31 or a later date.'],
  [{type: 'date', max_date: '+7d'}, '2030-02-07', 'Enter 2030-02-06 or an earlier date.'],
  [{type: 'date', max_date: '-2w'}, '2030-01-30', 'Enter 2030-01-16 or an earlier date.'],
  [{type: 'date', max_date: '+1M'}, '2030-03-01', 'Enter 2030-02-28 or an earlier date.'],
  [{type: 'date', min_date: '+3H'}, '2030-01-30', 'Enter 2030-01-31 or a later date.'],
  [{type: 'date', min_date: '2030-06-01'}, '2030-05-31', 'Enter 2030-06-01 or a later date.'],
  [{type: 'datetime'}, '2030-01-31T08:00Z', '2030-01-31T08:00Z'],
  [{type: 'datetime'}, '2030-01-31T08:00:00.000+01:00', '2030-01-31T08:00:00.000+01:00'],
  [{type: 'datetime'}, '2030-01-31T08:00', 'Enter a date and a time.'],
  [{type: 'datetime'}, '2030-01-31', 'Enter a date and a time.'],
  [{type: 'datetime'}, '2030-01-31T25:00Z', 'Enter a date and a time.'],
  [{type: 'datetime', max_date: 'today'}, '2030-01-31T09:59Z', '2030-01-31T09:59Z'],
  [{type: 'datetime', max_date: 'today'}, '2030-01-31T10:00Z', 'Enter 2030-01-30 or an earlier date.'],
  [
    {type: 'datetime', max_date: 'today', datetime_config: {location_timezone: 'Europe/Paris'}},
    '2030-01-31T22:59Z',
    '2030-01-31T22:59Z',
  ],
  [{type: 'bool'}, true, true],
  [{type: 'bool'}, 'true', true],
  [{type: 'bool'}, false, REQUIRED],
  [{type: 'bool', optional: true}, undefined, false],
])('%j with %j returns %j', (element, value, expected) => {
  expect(validate(element, value)).toEqual(expected);
});

test('a value without an element is dropped', () => {
  expect(validateSubmission([], {x: 'y'}, DATES)).toEqual({values: {}, errors: {}});
});

test('after validation, each element has a value or an error', () => {
  const {elements} = parseDialog({
    title: 'T',
    elements: [
      {display_name: 'A', name: '__proto__', type: 'text', subtype: 'tel'},
      {display_name: 'B', name: 'b', type: 'textarea', subtype: 'number', min_length: 2},
      {display_name: 'C', name: 'c', type: 'select', options},
      {display_name: 'D', name: 'd', type: 'bool', optional: true},
      {display_name: 'E', name: 'toString', type: 'datetime', min_date: 'today'},
    ],
  });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('__proto__', 'b', 'c', 'd', 'toString'), fc.anything()),
      (submission) => {
        const {values, errors} = validateSubmission(elements, submission as Record<string, string>, DATES);
        for (const {name} of elements)
          expect(Object.hasOwn(values, name) !== Object.hasOwn(errors, name)).toBe(true);
      },
    ),
  );
});

test('the server accepts a day more than the limits', () => {
  const {elements} = parseDialog({
    title: 'T',
    elements: [{display_name: 'X', name: 'x', type: 'date', min_date: 'today', max_date: 'today'}],
  });
  const errorsAt = (x: string) => validateSubmission(elements, {x}, {...DATES, tolerance: 1}).errors;
  for (const day of ['2030-01-29', '2030-01-30', '2030-01-31']) expect(errorsAt(day)).toEqual({});
  for (const day of ['2030-01-28', '2030-02-01']) expect(errorsAt(day)).toEqual({x: expect.any(String)});
});

test('unfinished input has valid and empty values, and nothing else', () => {
  const {elements} = parseDialog({
    title: 'T',
    elements: [
      {display_name: 'A', name: 'a', type: 'text', min_length: 5},
      {display_name: 'B', name: 'b', type: 'text', subtype: 'email'},
      {display_name: 'C', name: 'c', type: 'select', options},
      {display_name: 'D', name: 'd', type: 'text'},
    ],
  });
  expect(unfinishedValues(elements, {a: 'x', b: 'x', c: '', other: 'x'}, DATES)).toEqual({a: 'x', c: ''});
});
