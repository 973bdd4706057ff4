import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {PROPERTY_FIELDS, PROPERTY_VALUES} from '../tables/tables.ts';
import type {AttributeField, AttributeValue} from './schema.ts';

/** The stored attributes of a field. Attributes that don't apply to its type are missing or empty. */
export type StoredAttrs = Omit<AttributeField['attrs'], 'ldap' | 'saml'>;

export interface FieldRow extends RowOf<typeof PROPERTY_FIELDS, {attrs: StoredAttrs}> {}
interface ValueRow extends RowOf<typeof PROPERTY_VALUES, {value: AttributeValue}> {}

/** The group of user attributes, as on the reference server. */
const GROUP = 'custom_profile_attributes';
/** The type of the objects that have values. */
export const OBJECT_TYPE = 'user';
/** The type of the object that the fields belong to: the entire server. */
export const TARGET_TYPE = 'system';

export async function selectGroupId(db: Queryable): Promise<string | undefined> {
  const row = await db.row<{id: string}>({
    name: 'property-group',
    text: 'select Id from PropertyGroups where Name = $1',
    values: [GROUP],
  });
  return row?.id;
}

/** Creates the group, unless another server has just created it. */
export async function insertGroup(db: Queryable, id: string): Promise<void> {
  await db.execute({
    text: 'insert into PropertyGroups (Id, Name) values ($1, $2) on conflict (Name) do nothing',
    values: [id, GROUP],
  });
}

/** Locks the group until the end of the transaction, so that fields are created one at a time. */
export async function lockGroup(tx: Transaction, groupId: string): Promise<void> {
  await tx.execute({text: 'select from PropertyGroups where Id = $1 for update', values: [groupId]});
}

/** All fields in their sort order. */
export function selectFields(db: Queryable, groupId: string): Promise<FieldRow[]> {
  return db.rows<FieldRow>({
    name: 'property-fields',
    text: `
      select * from PropertyFields where GroupID = $1 and DeleteAt = 0
      order by (Attrs ->> 'sort_order')::float8, CreateAt, Id`,
    values: [groupId],
  });
}

/** Locks a field until the end of the transaction. */
export function lockField(tx: Transaction, groupId: string, id: string): Promise<FieldRow | undefined> {
  return tx.row<FieldRow>({
    text: 'select * from PropertyFields where Id = $2 and GroupID = $1 and DeleteAt = 0 for update',
    values: [groupId, id],
  });
}

/** Locks fields until the end of the transaction, so that their definitions don't change. */
export function lockFieldsForShare(
  tx: Transaction,
  groupId: string,
  ids: readonly string[],
): Promise<FieldRow[]> {
  return tx.rows<FieldRow>({
    text: `
      select * from PropertyFields where Id = any($2) and GroupID = $1 and DeleteAt = 0
      order by Id for share`,
    values: [groupId, ids],
  });
}

/** Updates all columns that can change. */
export async function updateField(tx: Transaction, row: FieldRow): Promise<void> {
  await tx.execute({
    text: `
      update PropertyFields set
        Name = $2, Type = $3, Attrs = $4, UpdateAt = $5, DeleteAt = $6, UpdatedBy = $7
      where Id = $1`,
    values: [
      row.id,
      row.name,
      row.type,
      JSON.stringify(row.attrs),
      row.updateat,
      row.deleteat,
      row.updatedby,
    ],
  });
}

/** Marks all values of a field as deleted. Returns their number. */
export function markValuesDeleted(tx: Transaction, fieldId: string, now: number): Promise<number> {
  return tx.execute({
    text: 'update PropertyValues set DeleteAt = $2, UpdateAt = $2 where FieldID = $1 and DeleteAt = 0',
    values: [fieldId, now],
  });
}

/** A user's values of fields that exist. */
export function selectValues(
  db: Queryable,
  groupId: string,
  userId: string,
): Promise<Pick<ValueRow, 'fieldid' | 'value'>[]> {
  return db.rows({
    name: 'property-values',
    text: `
      select FieldID, Value from PropertyValues
      where GroupID = $1 and TargetID = $2 and TargetType = '${OBJECT_TYPE}' and DeleteAt = 0`,
    values: [groupId, userId],
  });
}

/** Sets a value of a user. */
export async function upsertValue(
  tx: Transaction,
  row: {
    id: string;
    groupId: string;
    userId: string;
    fieldId: string;
    value: AttributeValue;
    actorId: string;
    now: number;
  },
): Promise<void> {
  await tx.execute({
    text: `
      insert into PropertyValues
        (Id, TargetID, TargetType, GroupID, FieldID, Value, CreateAt, UpdateAt, CreatedBy, UpdatedBy)
      values ($1, $2, '${OBJECT_TYPE}', $3, $4, $5, $6, $6, $7, $7)
      on conflict (GroupID, TargetID, FieldID) where DeleteAt = 0 do update set
        Value = excluded.Value, UpdateAt = excluded.UpdateAt, UpdatedBy = excluded.UpdatedBy`,
    values: [row.id, row.userId, row.groupId, row.fieldId, JSON.stringify(row.value), row.now, row.actorId],
  });
}
