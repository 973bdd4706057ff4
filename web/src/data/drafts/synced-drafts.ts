import type {Draft as WireDraft} from '@mattermost/types/drafts';
import {useQuery} from '@tanstack/react-query';
import {useEffect} from 'react';
import {changesDuringLoad} from '../../lib/changes-during-load.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {preference, usePreference} from '../preferences/preferences.ts';
import {clientConfig} from '../system/client-config.ts';
import {connectionId, onLive, onMissedEvents} from '../system/live.ts';
import {changeDraft, clearDraft, type Draft, getDraft, hasDraft} from './drafts.ts';

interface Place {
  channelId: string;
  rootId: string;
}

/** The last known text of each draft on the server. */
const savedTexts = new Map<string, string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** The calls for each draft run one after the other, so that an old text never overwrites a newer one. */
const calls = new Map<string, Promise<unknown>>();
/** Milliseconds after the last keystroke until a draft is saved. */
const PAUSE = 1_000;

function isOn(): boolean {
  const isAllowed = clientConfig().AllowSyncedDrafts === 'true';
  return isAllowed && preference('advanced_settings', 'sync_drafts', 'true') !== 'false';
}

/** Syncs a draft with the server, if the person turned that on. */
export function useSyncedDraft({channelId, rootId}: Place, teamId: string, draft: Draft): void {
  useServerDrafts(teamId);
  useEffect(() => saveDraft({channelId, rootId}, draft), [channelId, rootId, draft]);
}

/** Shows the drafts that other browsers saved on the server, if the person turned that on. */
export function useServerDrafts(teamId: string): void {
  const wanted = usePreference('advanced_settings', 'sync_drafts', 'true');
  useQuery({
    queryKey: ['drafts', teamId, wanted],
    queryFn: () => readDrafts(teamId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Saves a draft on the server, if the person turned that on. Without text and files, deletes it there. */
export function saveDraft(place: Place, draft: Draft): void {
  const placeId = place.rootId || place.channelId;
  // A save that is still waiting is out of date, especially if the message has been sent.
  clearTimeout(timers.get(placeId));
  if (!isOn() || draftContent(draft) === (savedTexts.get(placeId) ?? '')) return;
  // After a message is sent, remove its draft immediately.
  const pause = hasDraft(draft) ? PAUSE : 0;
  timers.set(
    placeId,
    setTimeout(() => {
      savedTexts.set(placeId, draftContent(draft));
      const before = calls.get(placeId) ?? Promise.resolve();
      calls.set(
        placeId,
        before.then(() => save(place, draft)).catch(() => savedTexts.delete(placeId)),
      );
    }, pause),
  );
}

function save({channelId, rootId}: Place, {message, files, priority}: Draft): Promise<unknown> {
  changes.record(rootId || channelId, {});
  const draft = {
    channel_id: channelId,
    root_id: rootId,
    message,
    file_ids: files.map(({id}) => id),
    ...(priority ? {priority: {priority}} : {}),
  };
  return server.upsertDraft(draft as unknown as WireDraft, connectionId());
}

/** A string that differs if two drafts of a place differ. */
function draftContent({message, files}: Pick<Draft, 'message' | 'files'>): string {
  return [message, ...files.map(({id}) => id)].join('\n');
}

/** Changes of drafts by place, here or in other browsers. */
const changes = changesDuringLoad();

async function readDrafts(teamId: string): Promise<null> {
  if (!isOn()) return null;
  const [list, changed] = await changes.load(() => server.getUserDrafts(teamId));
  for (const draft of list ?? []) if (!changed.has(getPlaceId(draft))) showServerDraft(draft);
  return null;
}

const getPlaceId = (draft: WireDraft) => draft.root_id || draft.channel_id;

/** Shows a draft from another browser, unless this browser has unsaved changes. */
function showServerDraft(wire: WireDraft): void {
  const placeId = getPlaceId(wire);
  const local = getDraft(placeId);
  const files = wire.metadata?.files ?? [];
  const theirs = draftContent({message: wire.message, files});
  const isUntouched = !hasDraft(local) || draftContent(local) === savedTexts.get(placeId);
  savedTexts.set(placeId, theirs);
  if (!isUntouched || draftContent(local) === theirs) return;
  const {priority = ''} = (wire.priority ?? {}) as {priority?: Draft['priority']};
  changeDraft(placeId, {message: wire.message, files, priority, updatedAt: wire.update_at});
}

/** Updates the drafts on live events from other browsers. */
export function followDrafts(): void {
  for (const event of ['draft_created', 'draft_updated']) {
    onLive(event, ({data}) => {
      const draft = JSON.parse(data.draft) as WireDraft;
      const isNew = changes.record(getPlaceId(draft), {});
      if (isOn() && isNew) showServerDraft(draft);
    });
  }
  onLive('draft_deleted', ({data}) => {
    const placeId = getPlaceId(JSON.parse(data.draft) as WireDraft);
    if (!changes.record(placeId, {})) return;
    const isUntouched = draftContent(getDraft(placeId)) === savedTexts.get(placeId);
    savedTexts.delete(placeId);
    if (isOn() && isUntouched) clearDraft(placeId);
  });
  onMissedEvents(() => void queries.invalidateQueries({queryKey: ['drafts']}));
}
