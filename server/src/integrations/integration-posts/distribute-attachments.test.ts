import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {MessageAttachment} from '../../messaging/message-attachments/message-attachments.ts';
import {distributeAttachments, jsonRunes} from './distribute-attachments.ts';

test('attachments stand under the last part', () => {
  const attachments = [{text: 'a'}, {text: 'b'}];
  expect(distributeAttachments(['one', 'two'], attachments, 0)).toEqual([
    {message: 'one', attachments: []},
    {message: 'two', attachments},
  ]);
});

test('what does not fit moves on to a further post without a message', () => {
  const [a, b] = [{text: 'a'.repeat(60)}, {text: 'b'.repeat(60)}];
  expect(distributeAttachments(['m'], [a, b], 10, 100)).toEqual([
    {message: 'm', attachments: [a]},
    {message: '', attachments: [b]},
  ]);
});

test('one that alone is too large loses the end of its text, or is refused without one', () => {
  const [part] = distributeAttachments(['m'], [{title: 't', text: 'x'.repeat(200)}], 0, 100)!;
  expect(part!.attachments[0]!.text).toMatch(/^x+$/);
  expect(jsonRunes(part!.attachments[0])).toBeLessThanOrEqual(100);
  expect(distributeAttachments(['m'], [{title: 't'.repeat(200)}], 0, 100)).toBeUndefined();
});

test('any attachments: none is lost, none stands out of order, every post fits', () => {
  const attachment = fc.record({text: fc.string({maxLength: 80})});
  fc.assert(
    fc.property(fc.array(attachment, {maxLength: 10}), (attachments: MessageAttachment[]) => {
      const parts = distributeAttachments(['a', 'b'], attachments, 20, 400)!;
      expect(parts.flatMap((part) => part.attachments)).toEqual(attachments);
      for (const part of parts) expect(20 + jsonRunes(part.attachments)).toBeLessThanOrEqual(405);
    }),
  );
});
