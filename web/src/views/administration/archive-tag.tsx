import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';
import {Tag} from '../../components/ui/tag.tsx';

type Kind = 'team' | 'channel' | 'group';

// In some languages, these words depend on the gender of what they describe.
const ACTIVE: Record<Kind, MessageDescriptor> = {
  team: msg({message: 'Active', context: 'team'}),
  channel: msg({message: 'Active', context: 'channel'}),
  group: msg({message: 'Active', context: 'group'}),
};
const ARCHIVED: Record<Kind, MessageDescriptor> = {
  team: msg({message: 'Archived', context: 'team'}),
  channel: msg({message: 'Archived', context: 'channel'}),
  group: msg({message: 'Archived', context: 'group'}),
};

export function activeLabel(kind: Kind): string {
  return i18n._(ACTIVE[kind]);
}

export function archivedLabel(kind: Kind): string {
  return i18n._(ARCHIVED[kind]);
}

/** Whether a team, a channel or a group is archived. */
export function ArchiveTag({kind, isArchived}: {kind: Kind; isArchived: boolean}) {
  return isArchived ? (
    <Tag kind="warn">{archivedLabel(kind)}</Tag>
  ) : (
    <Tag kind="good">{activeLabel(kind)}</Tag>
  );
}

/** Whether a row of a list is archived. Most rows aren't, so only the others have a tag, which is easy to find. */
export function ArchiveState({kind, isArchived}: {kind: Kind; isArchived: boolean}) {
  return isArchived ? <ArchiveTag kind={kind} isArchived /> : activeLabel(kind);
}
