import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import type {DialogElement} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import {initialValues, refreshedValues} from './initial-values.ts';

beforeEach(() => void vi.useFakeTimers({now: Date.parse('2030-01-31T08:10:20Z'), toFake: ['Date']}));
afterEach(() => void vi.useRealTimers());

function element(name: string, type: string, more: object = {}): DialogElement {
  const common = {displayName: name, name, type, optional: false, helpText: '', default: '', placeholder: ''};
  const ofDate = {minDate: '', maxDate: '', timeInterval: 60, timeZone: '', manualTimeEntry: false};
  return {...common, ...(type.startsWith('date') ? ofDate : {}), ...more} as DialogElement;
}

test.each([
  ['bool', {default: 'true'}, true],
  ['bool', {}, false],
  ['text', {default: 'x'}, 'x'],
  ['select', {dataSource: '', options: [], default: 'a, b', multiselect: true}, ['a', 'b']],
  ['select', {dataSource: '', options: [], default: 'a, b'}, 'a, b'],
  ['date', {default: 'tomorrow'}, '2030-02-01'],
  ['date', {default: '2030-06-01'}, '2030-06-01'],
  ['datetime', {}, ''],
  // Midnight in Kolkata, which is half an hour off the full hours of UTC.
  ['datetime', {default: 'today'}, '2030-01-30T18:30:00Z'],
  // 13:40 in Kolkata, rounded up to a full hour there.
  ['datetime', {default: '+1H'}, '2030-01-31T09:30:00Z'],
  ['datetime', {default: '+1H', timeInterval: 15}, '2030-01-31T09:15:00Z'],
  ['datetime', {default: '+1H', manualTimeEntry: true}, '2030-01-31T09:10:00Z'],
  ['datetime', {default: '+1H', timeZone: 'UTC'}, '2030-01-31T10:00:00Z'],
  ['datetime', {default: '2030-06-01T08:00'}, '2030-06-01T02:30:00Z'],
  ['datetime', {default: '2030-06-01T08:00:00+02:00'}, '2030-06-01T06:00:00Z'],
])('a %s with %j starts with %j', (type, more, expected) => {
  expect(initialValues([element('x', type, more)], 'Asia/Kolkata')).toEqual({x: expected});
});

test('a refreshed form keeps the input that still fits', () => {
  const options = (...values: string[]) => values.map((value) => ({text: value, value}));
  const select = (name: string, ...values: string[]) =>
    element(name, 'select', {dataSource: '', options: options(...values), default: values[0]});
  const before = [
    element('text', 'text'),
    select('kept', 'a', 'b'),
    select('gone', 'a', 'b'),
    element('other', 'text'),
    element('dropped', 'text'),
  ];
  const after = [
    element('text', 'text', {default: 'default'}),
    select('kept', 'b', 'c'),
    select('gone', 'c', 'd'),
    element('other', 'bool', {default: 'true'}),
    element('new', 'text', {default: 'default'}),
  ];
  const values = {text: 'entered', kept: 'b', gone: 'a', other: 'x', dropped: 'x'};
  expect(refreshedValues(before, after, values, 'UTC')).toEqual({
    text: 'entered',
    kept: 'b',
    gone: 'c',
    other: true,
    new: 'default',
  });
});
