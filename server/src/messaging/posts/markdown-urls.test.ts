import {expect, test} from 'vitest';
import {urlsInMarkdown} from './markdown-urls.ts';

test('finds images and bare URLs in order', async () => {
  const text =
    '![a](https://a.example/1.png =20x10) https://b.example [c](https://c.example) <https://d.example> `https://e.example`';
  expect(await urlsInMarkdown(text)).toEqual({
    images: ['https://a.example/1.png'],
    links: ['https://b.example', 'https://d.example'],
  });
});

test('the texts of many pages are parsed only once, because some are slow to parse', async () => {
  const text = (n: number) => `https://a.example/${n} ${'long '.repeat(1500)}`;
  const first = await urlsInMarkdown(text(0));
  for (let n = 1; n < 600; n++) await urlsInMarkdown(text(n));
  expect(await urlsInMarkdown(text(0))).toBe(first);
});

test('the number and length of cached URLs per text are limited', async () => {
  const links = Array.from({length: 100}, (_, n) => `https://a.example/${n}`);
  const long = `https://a.example/${'x'.repeat(3000)}`;
  const found = await urlsInMarkdown(`${long} ${links.join(' ')} ${links[0]}`);
  expect(found.links).toEqual(links.slice(0, 20));
});
