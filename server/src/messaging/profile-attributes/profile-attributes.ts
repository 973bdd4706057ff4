import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {insertRow} from '../../platform/database/table.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {PROPERTY_FIELDS} from '../tables/tables.ts';
import type {Users} from '../users/users.ts';
import type {Visibility} from '../visibility/visibility.ts';
import {
  fieldNotFound,
  MAX_FIELDS,
  nameTaken,
  presentField,
  tooManyFields,
  validAttrs,
  validName,
} from './field-rules.ts';
import type {AttributeField, AttributeFieldPatch, AttributeValue, NewAttributeField} from './schema.ts';
import {
  type FieldRow,
  insertGroup,
  lockField,
  lockFieldsForShare,
  lockGroup,
  markValuesDeleted,
  OBJECT_TYPE,
  selectFields,
  selectGroupId,
  selectValues,
  TARGET_TYPE,
  updateField,
  upsertValue,
} from './store.ts';
import {managedByAdministrators, noValues, referencedUsers, validValue} from './value-rules.ts';

/** Values by the ids of their fields. */
type Values = Record<string, AttributeValue>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    'profile-attribute:created': {field: AttributeField};
    /** `valuesDeleted`: the type changed, so all values were deleted. */
    'profile-attribute:changed': {field: AttributeField; valuesDeleted: boolean};
    'profile-attribute:deleted': {fieldId: string};
    /** Values of a user changed. Only the user and administrators may see the hidden ones. */
    'profile-attribute-values:changed': {userId: string; values: Values; hiddenValues: Values};
  }
}

export type ProfileAttributes = ReturnType<typeof createProfileAttributes>;

/**
 * User attributes in addition to those of every account, such as pronouns or a phone number
 * (docs/specification.md#custom-profile-attributes).
 */
export function createProfileAttributes({
  database,
  events,
  permissions,
  users,
  visibility,
}: {
  database: Database;
  events: EventBus;
  permissions: Permissions;
  users: Users;
  visibility: Visibility;
}) {
  /** The id of the group that contains the fields. The group is created on first use. */
  async function groupId(): Promise<string> {
    const existing = await selectGroupId(database);
    if (existing !== undefined) return existing;
    await insertGroup(database, newId());
    return (await selectGroupId(database))!;
  }

  /** Changes a field while holding a lock on it. @throws AppError 404 for an unknown field. */
  async function change<T>(
    id: string,
    act: (tx: Transaction, row: FieldRow, now: number) => Promise<T>,
  ): Promise<T> {
    const group = await groupId();
    return database.transaction(async (tx) => {
      const row = await lockField(tx, group, id);
      if (!row) throw fieldNotFound(id);
      // Later than the previous change, so that clients that sync by time don't miss this one.
      return act(tx, row, Math.max(Date.now(), row.updateat + 1));
    });
  }

  /** @throws AppError 404 for unknown users, 403 for users whom the actor can't see. */
  async function requireUsers(actor: Actor, userIds: readonly string[]): Promise<void> {
    await visibility.require(actor, userIds);
    const existing = new Set((await users.byIds(userIds)).map(({id}) => id));
    const missing = userIds.find((id) => !existing.has(id));
    if (missing !== undefined) await users.byId(missing);
  }

  return {
    groupId,

    /** All fields in their sort order. */
    async fields(): Promise<AttributeField[]> {
      return (await selectFields(database, await groupId())).map(presentField);
    },

    /**
     * Creates a field.
     *
     * @throws AppError 400 for an invalid name, 409 for a taken name, 422 for invalid attributes and for too many
     *   fields.
     */
    async create(actor: Actor, sent: NewAttributeField): Promise<AttributeField> {
      const group = await groupId();
      const name = validName(sent.name);
      const now = Date.now();
      const row = await withUniqueName(name, () =>
        database.transaction(async (tx) => {
          await lockGroup(tx, group);
          const others = await selectFields(tx, group);
          if (others.length >= MAX_FIELDS) throw tooManyFields();
          const last = Math.max(-1, ...others.map(({attrs}) => attrs.sort_order));
          const created: FieldRow = {
            id: newId(),
            groupid: group,
            name,
            type: sent.type,
            attrs: validAttrs(sent.type, sent.attrs ?? {}, {sort_order: last + 1}),
            targetid: '',
            targettype: TARGET_TYPE,
            objecttype: OBJECT_TYPE,
            createat: now,
            updateat: now,
            deleteat: 0,
            createdby: actor.userId,
            updatedby: actor.userId,
          };
          await insertRow(tx, PROPERTY_FIELDS, {...created, attrs: JSON.stringify(created.attrs)});
          return created;
        }),
      );
      const field = presentField(row);
      events.publish('profile-attribute:created', {field});
      return field;
    },

    /**
     * Changes a field. Attributes that are not sent don't change. If the type changes, all values are deleted.
     *
     * @throws AppError 404 for an unknown field, otherwise as for `create`.
     */
    async patch(actor: Actor, id: string, patch: AttributeFieldPatch): Promise<AttributeField> {
      const name = patch.name === undefined ? undefined : validName(patch.name);
      const {field, valuesDeleted} = await withUniqueName(name ?? '', () =>
        change(id, async (tx, row, now) => {
          const type = patch.type ?? row.type;
          const next: FieldRow = {
            ...row,
            name: name ?? row.name,
            type,
            attrs: validAttrs(type, patch.attrs ?? {}, row.attrs),
            updateat: now,
            updatedby: actor.userId,
          };
          await updateField(tx, next);
          const hasNewType = type !== row.type;
          if (hasNewType) await markValuesDeleted(tx, id, now);
          return {field: presentField(next), valuesDeleted: hasNewType};
        }),
      );
      events.publish('profile-attribute:changed', {field, valuesDeleted});
      return field;
    },

    /** Deletes a field with its values. @throws AppError 404 for an unknown field. */
    async remove(actor: Actor, id: string): Promise<void> {
      await change(id, async (tx, row, now) => {
        await updateField(tx, {...row, updateat: now, deleteat: now, updatedby: actor.userId});
        await markValuesDeleted(tx, id, now);
      });
      events.publish('profile-attribute:deleted', {fieldId: id});
    },

    /**
     * A user's values. Only the user and administrators see those of hidden fields.
     *
     * @throws AppError 404 for an unknown user, 403 for one whom the actor can't see.
     */
    async valuesOf(actor: Actor, userId: string): Promise<Values> {
      await visibility.find(actor, () => users.byId(userId));
      const group = await groupId();
      const [fields, rows] = await Promise.all([
        selectFields(database, group),
        selectValues(database, group, userId),
      ]);
      const seesHidden = actor.userId === userId || (await permissions.can(actor, 'manage_system'));
      const shown = new Set(
        fields.filter(({attrs}) => seesHidden || attrs.visibility !== 'hidden').map(({id}) => id),
      );
      return Object.fromEntries(
        rows.filter(({fieldid}) => shown.has(fieldid)).map((row) => [row.fieldid, row.value]),
      );
    },

    /**
     * Sets values of a user: all of them, or none if one is invalid.
     *
     * @returns the values as stored
     * @throws AppError 404 for an unknown user or field, 400 for an invalid value, 403 if the actor may not edit the
     *   user, for values that only administrators can set, and for users whom the actor can't see.
     */
    async setValues(actor: Actor, userId: string, sent: Readonly<Record<string, unknown>>): Promise<Values> {
      await users.requireMayEdit(actor, await users.byId(userId));
      const ids = Object.keys(sent);
      if (ids.length === 0) throw noValues();
      const isAdministrator = await permissions.can(actor, 'manage_system');
      const group = await groupId();
      const parsed = (rows: readonly FieldRow[]) => {
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => {
          const field = byId.get(id);
          if (!field) throw fieldNotFound(id);
          if (field.attrs.managed === 'admin' && !isAdministrator) throw managedByAdministrators(field);
          return {field, value: validValue(field, sent[id])};
        });
      };
      const before = parsed(await selectFields(database, group));
      await requireUsers(actor, [
        ...new Set(before.flatMap(({field, value}) => referencedUsers(field, value))),
      ]);
      const stored = await database.transaction(async (tx) => {
        // Validates again, because the fields could have changed.
        const values = parsed(await lockFieldsForShare(tx, group, ids));
        const now = Date.now();
        for (const {field, value} of values.toSorted((one, other) =>
          one.field.id < other.field.id ? -1 : 1,
        )) {
          await upsertValue(tx, {
            id: newId(),
            groupId: group,
            userId,
            fieldId: field.id,
            value,
            actorId: actor.userId,
            now,
          });
        }
        return values;
      });
      const toValues = (list: typeof stored): Values =>
        Object.fromEntries(list.map(({field, value}) => [field.id, value]));
      const isHidden = ({field}: (typeof stored)[number]) => field.attrs.visibility === 'hidden';
      events.publish('profile-attribute-values:changed', {
        userId,
        values: toValues(stored.filter((one) => !isHidden(one))),
        hiddenValues: toValues(stored.filter(isHidden)),
      });
      return toValues(stored);
    },
  };
}

async function withUniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'idx_propertyfields_unique')) throw nameTaken(name);
    throw error;
  }
}
