import type {Job} from './schema.ts';
import type {JobRow} from './store.ts';

export function presentJob(row: JobRow): Job {
  return {
    id: row.id,
    type: row.type,
    priority: row.priority,
    create_at: row.createat,
    start_at: row.startat,
    last_activity_at: row.lastactivityat,
    status: row.status,
    progress: row.progress,
    data: row.data,
  };
}
