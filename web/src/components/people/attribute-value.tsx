import type {Attribute, AttributeValue} from '../../data/people/attributes.ts';
import {createDates} from '../../lib/dates.ts';
import {list} from '../../lib/numbers.ts';
import {safeUrl} from '../../lib/safe-url.ts';
import {JoinedList} from '../ui/joined-list.tsx';
import {PersonName} from './person.tsx';

/** A value of an attribute, with a link where it leads somewhere. */
export function AttributeText({attribute, value}: {attribute: Attribute; value: AttributeValue}) {
  const items = [value].flat();
  switch (attribute.type) {
    case 'select':
    case 'multiselect':
      return list(optionNames(attribute, items));
    case 'user':
    case 'multiuser':
      return <JoinedList items={items.map((id) => <PersonName key={id} userId={id} />)} />;
    case 'date':
      // A date without a time is the same in every time zone.
      return createDates('UTC', false).date(Date.parse(items[0]!));
    default:
      return <LinkedText text={items[0]!} kind={attribute.attrs.value_type} />;
  }
}

/** Whether there is something to show. Deleted options aren't shown. */
export function isShown(attribute: Attribute, value: AttributeValue): boolean {
  if (attribute.attrs.visibility === 'hidden') return false;
  if (attribute.type === 'select' || attribute.type === 'multiselect') {
    return optionNames(attribute, [value].flat()).length > 0;
  }
  return value.length > 0;
}

function optionNames({attrs}: Attribute, ids: readonly string[]): string[] {
  return (attrs.options ?? []).filter(({id}) => ids.includes(id)).map(({name}) => name);
}

function LinkedText({text, kind}: {text: string; kind: Attribute['attrs']['value_type']}) {
  if (kind === 'email') return <a href={`mailto:${encodeURIComponent(text)}`}>{text}</a>;
  if (kind === 'phone') {
    // Remove the characters that only make the number readable.
    const number = text.replaceAll(/[^+\d*#,;]/g, '');
    return number === '' ? (
      text
    ) : (
      <a href={`tel:${number}`}>
        <bdi>{text}</bdi>
      </a>
    );
  }
  const url = kind === 'url' ? safeUrl(text) : undefined;
  if (url === undefined) return text;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}
