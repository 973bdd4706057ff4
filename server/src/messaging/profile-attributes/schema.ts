import Type, {type Static} from 'typebox';
import {Id, jsonMap, line, looseId, Millis, word} from '../../platform/http/wire.ts';

const AttributeType = Type.Enum(['text', 'select', 'multiselect', 'date', 'user', 'multiuser']);

const Option = Type.Object({
  id: Id,
  name: Type.String(),
  color: Type.Optional(Type.String()),
});

/** An attribute that administrators defined. Properties without a description are fixed. */
export const AttributeField = Type.Object({
  id: Id,
  group_id: Id,
  name: Type.String(),
  type: AttributeType,
  attrs: Type.Object({
    visibility: Type.Enum(['hidden', 'when_set', 'always']),
    sort_order: Type.Number(),
    value_type: Type.Enum(['', 'email', 'url', 'phone'], {
      description: 'The kind of text, which determines the allowed values.',
    }),
    options: Type.Optional(Type.Array(Option, {description: 'The choices of a select or multiselect.'})),
    managed: Type.String({description: '"admin" if only administrators can set the values.'}),
    display_name: Type.Optional(Type.String({description: 'Shown instead of the name.'})),
    ldap: Type.String({description: 'Always empty.'}),
    saml: Type.String({description: 'Always empty.'}),
  }),
  target_id: Type.String(),
  target_type: Type.String(),
  object_type: Type.String(),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  created_by: Type.String(),
  updated_by: Type.String(),
});

const sent = {
  name: line('1 to 255 characters.'),
  type: AttributeType,
  attrs: Type.Partial(
    Type.Object({
      visibility: word('hidden, when_set or always; by default when_set.'),
      sort_order: Type.Number({description: 'The position in lists; at the end by default.'}),
      value_type: word('Of a text: email, url, phone or empty.'),
      options: Type.Union([
        Type.Array(
          Type.Object({
            id: Type.Optional(looseId('Empty for a new option.')),
            name: line('1 to 128 characters.'),
            color: Type.Optional(line('At most 128 characters.')),
          }),
          {maxItems: 200},
        ),
        Type.Null(),
      ]),
      managed: word('admin if only administrators set the values, otherwise empty.'),
      display_name: line('At most 255 characters.'),
      ldap: line('Must be empty: there is no LDAP.'),
      saml: line('Must be empty: there is no SAML.'),
    }),
  ),
};

export const NewAttributeField = Type.Object({
  name: sent.name,
  type: sent.type,
  attrs: Type.Optional(sent.attrs),
});

export const AttributeFieldPatch = Type.Partial(Type.Object(sent));

/** Values by the ids of their fields. */
export const AttributeValues = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Array(Type.String())]),
);

/** Values to set, by the ids of their fields. */
export const SentValues = jsonMap(100_000);

export type AttributeField = Static<typeof AttributeField>;
export type NewAttributeField = Static<typeof NewAttributeField>;
export type AttributeFieldPatch = Static<typeof AttributeFieldPatch>;
export type AttributeValue = string | string[];
