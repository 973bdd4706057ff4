import type {UserPropertyField, UserPropertyFieldPatch} from '@mattermost/types/properties';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

/** An attribute of people that administrators have defined, such as pronouns. */
export type Attribute = UserPropertyField;
/** A text, or a list of ids for types with several values. Empty if not set. */
export type AttributeValue = string | string[];
/** Values by the ids of their attributes. */
export type AttributeValues = Readonly<Record<string, AttributeValue>>;

const KEY = 'attributes';
const VALUES = 'attribute-values';

/** The display name of the attribute. */
export const attributeName = ({name, attrs}: Attribute): string => attrs.display_name || name;

/** Whether the attribute has a list of values. */
const isList = ({type}: Attribute): boolean => type === 'multiselect' || type === 'multiuser';

export function attributeValue(attribute: Attribute, values: AttributeValues): AttributeValue {
  return values[attribute.id] ?? (isList(attribute) ? [] : '');
}

/** All attributes, in their order. */
export function useAttributes() {
  return useQuery({queryKey: [KEY], queryFn: () => server.getCustomProfileAttributeFields()});
}

/** A person's values, limited to those that the signed-in person can see. */
export function useAttributeValues(userId: string) {
  return useQuery({
    queryKey: [VALUES, userId],
    queryFn: (): Promise<AttributeValues> => server.getUserCustomProfileAttributesValues(userId),
  });
}

/** Sets values of a person. @throws the server's error, whose path is the id of the attribute. */
export async function setAttributeValues(userId: string, values: AttributeValues): Promise<void> {
  await server.updateUserCustomProfileAttributesValues(userId, values);
  await queries.invalidateQueries({queryKey: [VALUES, userId]});
}

/** The fields of an attribute that can be changed. Members of `attrs` that are not sent are unchanged. */
type AttributePatch = Omit<UserPropertyFieldPatch, 'attrs'> & {attrs?: Partial<Attribute['attrs']>};

export async function createAttribute(sent: AttributePatch): Promise<void> {
  await server.createCustomProfileAttributeField(sent as UserPropertyFieldPatch);
  await refreshAttributes();
}

export async function changeAttribute(id: string, patch: AttributePatch): Promise<void> {
  await patchAttribute(id, patch);
  await refreshAttributes();
}

async function patchAttribute(id: string, patch: AttributePatch): Promise<void> {
  await server.patchCustomProfileAttributeField(id, patch as UserPropertyFieldPatch);
}

export async function deleteAttribute(id: string): Promise<void> {
  await server.deleteCustomProfileAttributeField(id);
  await refreshAttributes();
}

/** Moves an attribute to another position in the list. */
export async function moveAttribute(
  attributes: readonly Attribute[],
  from: number,
  to: number,
): Promise<void> {
  const moved = attributes.filter((_, index) => index !== from).toSpliced(to, 0, attributes[from]!);
  for (const [index, {id, attrs}] of moved.entries()) {
    if (attrs.sort_order === index) continue;
    await patchAttribute(id, {attrs: {sort_order: index}});
  }
  await refreshAttributes();
}

async function refreshAttributes(): Promise<void> {
  await Promise.all([KEY, VALUES].map((key) => queries.invalidateQueries({queryKey: [key]})));
}

// This file is loaded with the first page that shows attributes. Until then, there is nothing in the cache to update.
for (const event of ['created', 'updated', 'deleted']) {
  onLive(`custom_profile_attributes_field_${event}`, () => void refreshAttributes());
}
onLive('custom_profile_attributes_values_updated', ({data}) => {
  void queries.invalidateQueries({queryKey: [VALUES, data.user_id]});
});
onMissedEvents(() => void refreshAttributes());
