import type {MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';
import type {Attribute} from '../../../data/people/attributes.ts';

/** A kind of attribute to choose: its type, and for a text, what the text contains. */
interface AttributeKind {
  key: string;
  label: MessageDescriptor;
  type: Attribute['type'];
  valueType: Attribute['attrs']['value_type'];
}

export const KINDS: readonly AttributeKind[] = [
  {key: 'text', label: msg`Text`, type: 'text', valueType: ''},
  {key: 'phone', label: msg`Phone number`, type: 'text', valueType: 'phone'},
  {key: 'email', label: msg`Email address`, type: 'text', valueType: 'email'},
  {key: 'url', label: msg`Web address`, type: 'text', valueType: 'url'},
  {key: 'date', label: msg`Date`, type: 'date', valueType: ''},
  {key: 'select', label: msg`One of several options`, type: 'select', valueType: ''},
  {key: 'multiselect', label: msg`Several options`, type: 'multiselect', valueType: ''},
  {key: 'user', label: msg`One person`, type: 'user', valueType: ''},
  {key: 'multiuser', label: msg`Several people`, type: 'multiuser', valueType: ''},
];

export function getKind({type, attrs}: Attribute): AttributeKind {
  return KINDS.find((kind) => kind.type === type && kind.valueType === attrs.value_type) ?? KINDS[0]!;
}

export const VISIBILITIES: readonly {value: Attribute['attrs']['visibility']; label: MessageDescriptor}[] = [
  {value: 'when_set', label: msg`If it is filled in`},
  {value: 'always', label: msg`Always`},
  {value: 'hidden', label: msg`Never`},
];
