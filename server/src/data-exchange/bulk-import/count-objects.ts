import {addCount, type ObjectCounts} from './object-counts.ts';
import type {ObjectLine} from './parse-lines.ts';
import type {CheckedBlock} from './read-objects.ts';

/** Counts the objects of valid lines as unchanged. */
export function countObjects({objects}: CheckedBlock, counts: ObjectCounts): void {
  for (const line of objects) if (!line.failed) countObject(line, counts);
}

function countObject({type, object}: ObjectLine, counts: ObjectCounts): void {
  const add = (kind: Parameters<typeof addCount>[1], number = 1) =>
    addCount(counts, kind, 'unchanged', number);
  switch (type) {
    case 'user':
      add('user');
      add('team membership', object.teams?.length ?? 0);
      for (const team of object.teams ?? []) add('channel membership', team.channels?.length ?? 0);
      return;
    case 'direct_channel':
      add('direct channel');
      return;
    case 'post':
    case 'direct_post': {
      add(type === 'post' ? 'post' : 'direct post');
      const {replies, reactions, attachments} = object;
      if (reactions !== undefined) add('reaction', reactions.length);
      if (attachments !== undefined) add('attachment', attachments.length);
      if (replies === undefined) return;
      add('reply', replies.length);
      for (const reply of replies) {
        if (reply.reactions !== undefined) add('reaction', reply.reactions.length);
        if (reply.attachments !== undefined) add('attachment', reply.attachments.length);
      }
      return;
    }
    default:
      add(type);
  }
}
