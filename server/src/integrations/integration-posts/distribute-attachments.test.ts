import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {MessageAttachment} from '../../messaging/message-attachments/message-attachments.ts';
import {distributeAttachments, jsonRunes} from './distribute-attachments.ts';

test('attachments are added to the last part', () => {
  const attachments = [{text: 'a'}, {text: 'b'}];
  expect(distributeAttachments(['one', 'two'], attachments, 0)).toEqual([
    {message: 'one', attachments: []},
    {message: 'two', attachments},
  ]);
});

test('attachments that do not fit move to an additional post without a message', () => {
  const [a, b] = [{text: 'a'.repeat(60)}, {text: 'b'.repeat(60)}];
  expect(distributeAttachments(['m'], [a, b], 10, 100)).toEqual([
    {message: 'm', attachments: [a]},
    {message: '', attachments: [b]},
  ]);
});

test('an attachment that is too large by itself is truncated, or rejected if it has no text', () => {
  const [part] = distributeAttachments(['m'], [{title: 't', text: 'x'.repeat(200)}], 0, 100)!;
  expect(part!.attachments[0]!.text).toMatch(/^x+$/);
  expect(jsonRunes(part!.attachments[0])).toBeLessThanOrEqual(100);
  expect(distributeAttachments(['m'], [{title: 't'.repeat(200)}], 0, 100)).toBeUndefined();
});

test('any attachments: none is lost, the order is kept, and every post fits', () => {
  const attachment = fc.record({text: fc.string({maxLength: 80})});
  fc.assert(
    fc.property(fc.array(attachment, {maxLength: 10}), (attachments: MessageAttachment[]) => {
      const parts = distributeAttachments(['a', 'b'], attachments, 20, 400)!;
      expect(parts.flatMap((part) => part.attachments)).toEqual(attachments);
      for (const part of parts) expect(20 + jsonRunes(part.attachments)).toBeLessThanOrEqual(405);
    }),
  );
});
