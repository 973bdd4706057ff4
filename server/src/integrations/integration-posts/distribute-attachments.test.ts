import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
  type MessageAttachment,
  normalizeAttachments,
} from '../../messaging/message-attachments/message-attachments.ts';
import {distributeAttachments, jsonRunes} from './distribute-attachments.ts';

const attachment = (parts: object): MessageAttachment => normalizeAttachments([parts])[0]!;
const EMPTY_RUNES = jsonRunes(attachment({}));

test('attachments are added to the last part', () => {
  const attachments = [attachment({text: 'a'}), attachment({text: 'b'})];
  expect(distributeAttachments(['one', 'two'], attachments, 0)).toEqual([
    {message: 'one', attachments: []},
    {message: 'two', attachments},
  ]);
});

test('attachments that do not fit move to an additional post without a message', () => {
  const [a, b] = [attachment({text: 'a'.repeat(60)}), attachment({text: 'b'.repeat(60)})];
  expect(distributeAttachments(['m'], [a, b], 10, EMPTY_RUNES + 100)).toEqual([
    {message: 'm', attachments: [a]},
    {message: '', attachments: [b]},
  ]);
});

test('an attachment that is too large by itself is truncated, or rejected if it has no text', () => {
  const budget = EMPTY_RUNES + 100;
  const [part] = distributeAttachments(['m'], [attachment({title: 't', text: 'x'.repeat(200)})], 0, budget)!;
  expect(part!.attachments[0]!.text).toMatch(/^x+$/);
  expect(jsonRunes(part!.attachments[0])).toBeLessThanOrEqual(budget);
  expect(distributeAttachments(['m'], [attachment({title: 't'.repeat(200)})], 0, budget)).toBeUndefined();
});

test('any attachments: none is lost, the order is kept, and every post fits', () => {
  const budget = 2 * EMPTY_RUNES + 200;
  fc.assert(
    fc.property(
      fc.array(fc.record({text: fc.string({maxLength: 80})}).map(attachment), {maxLength: 10}),
      (attachments: MessageAttachment[]) => {
        const parts = distributeAttachments(['a', 'b'], attachments, 20, budget)!;
        expect(parts.flatMap((part) => part.attachments)).toEqual(attachments);
        for (const part of parts) expect(20 + jsonRunes(part.attachments)).toBeLessThanOrEqual(budget + 5);
      },
    ),
  );
});
