import Type, {type Static} from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

export const JobStatus = Type.Enum([
  'pending',
  'in_progress',
  'success',
  'warning',
  'error',
  'cancel_requested',
  'canceled',
]);

const JobData = Type.Record(Type.String(), Type.String());

/** A job on the wire (reference facts on compliance, section 2.2). */
export const Job = Type.Object({
  id: Id,
  type: Type.String(),
  priority: Type.Integer(),
  create_at: Millis,
  start_at: Millis,
  last_activity_at: Millis,
  status: JobStatus,
  progress: Type.Integer({description: 'Percent that is done.'}),
  data: JobData,
});

export type Job = Static<typeof Job>;

/** Body of `POST /jobs`. */
export const NewJob = Type.Object({
  type: Type.String(),
  data: Type.Optional(JobData),
});

/** Body of `PATCH /jobs/{id}/status`. */
export const JobStatusChange = Type.Object({
  status: Type.String(),
  force: Type.Optional(Type.Boolean({description: 'Whatever the status is now.'})),
});
