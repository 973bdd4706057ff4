import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {SidebarCategories} from '../../messaging/sidebar-categories/sidebar-categories.ts';
import type {System} from '../../messaging/system/system.ts';
import type {Users} from '../../messaging/users/users.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';
import {announceBookmarks} from './bookmarks.ts';
import {announceChannels} from './channels.ts';
import {announceDialogs} from './dialogs.ts';
import {announceDrafts} from './drafts.ts';
import {announceEmoji} from './emoji.ts';
import {announceGroups} from './groups.ts';
import {announcePostReminders} from './post-reminders.ts';
import {announcePosts} from './posts.ts';
import {announcePreferences} from './preferences.ts';
import {announceProfileAttributes} from './profile-attributes.ts';
import {announceRoles} from './roles.ts';
import {announceScheduledPosts} from './scheduled-posts.ts';
import {announceSettings} from './settings.ts';
import {announceSidebarCategories} from './sidebar-categories.ts';
import {announceStatuses} from './statuses.ts';
import {announceTeams} from './teams.ts';
import {announceThreads} from './threads.ts';
import {announceTyping} from './typing.ts';
import {announceUsers} from './users.ts';

/** Sends WebSocket events to clients when server events occur (docs/specification.md#websocket). */
export function announceEvents(parts: {
  events: Announcements;
  hub: Hub;
  permissions: Permissions;
  sidebarCategories: SidebarCategories;
  system: System;
  users: Users;
  config: Config;
}): void {
  const {events, hub} = parts;
  announceBookmarks(events, hub);
  announceChannels(events, hub);
  announceDialogs(events, hub);
  announceDrafts(events, hub);
  announceEmoji(events, hub);
  announceGroups(events, hub);
  announcePostReminders(events, hub);
  announcePosts(events, hub);
  announcePreferences(events, hub);
  announceProfileAttributes(events, hub);
  announceScheduledPosts(events, hub);
  announceStatuses(events, hub);
  announceTeams(events, hub);
  announceThreads(events, hub);
  announceTyping(events, hub);
  announceRoles(parts);
  announceSettings(parts);
  announceSidebarCategories(parts);
  announceUsers(parts);
}
