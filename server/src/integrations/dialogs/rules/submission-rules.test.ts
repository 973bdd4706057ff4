import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseDialog} from '../dialog-definition.ts';
import {validateSubmission} from './submission-rules.ts';

function validate(element: object, value: unknown) {
  const {elements} = parseDialog({
    title: 'T',
    elements: [{display_name: 'X', name: 'x', type: 'text', ...element}],
  });
  const {values, errors} = validateSubmission(elements, {x: value as string});
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
  [{type: 'bool'}, true, true],
  [{type: 'bool'}, 'true', true],
  [{type: 'bool'}, false, REQUIRED],
  [{type: 'bool', optional: true}, undefined, false],
])('%j with %j returns %j', (element, value, expected) => {
  expect(validate(element, value)).toEqual(expected);
});

test('a value without an element is dropped', () => {
  expect(validateSubmission([], {x: 'y'})).toEqual({values: {}, errors: {}});
});

test('after validation, each element has a value or an error', () => {
  const {elements} = parseDialog({
    title: 'T',
    elements: [
      {display_name: 'A', name: '__proto__', type: 'text', subtype: 'tel'},
      {display_name: 'B', name: 'b', type: 'textarea', subtype: 'number', min_length: 2},
      {display_name: 'C', name: 'c', type: 'select', options},
      {display_name: 'D', name: 'd', type: 'bool', optional: true},
    ],
  });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('__proto__', 'b', 'c', 'd', 'toString'), fc.anything()),
      (submission) => {
        const {values, errors} = validateSubmission(elements, submission as Record<string, string>);
        for (const {name} of elements)
          expect(Object.hasOwn(values, name) !== Object.hasOwn(errors, name)).toBe(true);
      },
    ),
  );
});
