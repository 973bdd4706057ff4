import {expect, test} from 'vitest';
import {directionOf, isolateIn} from './directions.ts';

test.each([
  ['Hello', 'ltr'],
  ['مرحبا Ann', 'rtl'],
  ['(2) שלום', 'rtl'],
  ['こんにちは', 'ltr'],
  ['12:30', undefined],
  ['', undefined],
])('the direction of %s is %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test('a text is isolated from one of the other direction', () => {
  expect(isolateIn('ltr', 'أحمد (2)')).toBe('\u2068أحمد (2)\u2069');
  expect(isolateIn('rtl', '@ann')).toBe('\u2068@ann\u2069');
  expect(isolateIn('ltr', '@ann')).toBe('@ann');
  expect(isolateIn('rtl', 'أحمد (2)')).toBe('أحمد (2)');
  expect(isolateIn('rtl', '12:30')).toBe('12:30');
});
