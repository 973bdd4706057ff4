import fc from 'fast-check';
import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {expect, test} from 'vitest';
import {escapeXml, escapeXmlAttribute, xmlElement} from './xml.ts';

test('a parser reads back any text', () => {
  const parser = new XMLParser({parseTagValue: false, trimValues: false, htmlEntities: true});
  fc.assert(
    fc.property(fc.string({unit: 'grapheme', minLength: 1}), (text) => {
      const xml = xmlElement('a', text, '');
      expect(XMLValidator.validate(xml)).toBe(true);
      expect(parser.parse(xml).a).toBe(text.replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}/gu, '\ufffd'));
    }),
  );
});

test('invalid XML characters are replaced', () => {
  expect(escapeXml('a\0b\ud800c\uffffd]]>')).toBe('a\ufffdb\ufffdc\ufffdd]]&gt;');
});

test('an attribute keeps its line breaks and tabs', () => {
  expect(escapeXmlAttribute('a\n"b"\tc\r')).toBe('a&#10;&quot;b&quot;&#9;c&#13;');
});
