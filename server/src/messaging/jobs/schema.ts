import Type, {type Static} from 'typebox';
import {Id, Millis, textMap, word} from '../../platform/http/wire.ts';

const JobStatus = Type.Enum([
  'pending',
  'in_progress',
  'success',
  'warning',
  'error',
  'cancel_requested',
  'canceled',
]);

const JobData = Type.Record(Type.String(), Type.String());

/** A job in the API (docs/specification.md#jobs). */
export const Job = Type.Object({
  id: Id,
  type: Type.String(),
  priority: Type.Integer(),
  create_at: Millis,
  start_at: Millis,
  last_activity_at: Millis,
  status: JobStatus,
  progress: Type.Integer({description: 'Progress in percent.'}),
  data: JobData,
});

export type Job = Static<typeof Job>;

export const NewJob = Type.Object({
  type: word(),
  data: Type.Optional(textMap(10_000)),
});

export const JobStatusChange = Type.Object({
  status: word(),
  force: Type.Optional(Type.Boolean({description: 'Allow the change regardless of the current status.'})),
});
