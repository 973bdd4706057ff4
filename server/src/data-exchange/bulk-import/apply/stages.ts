import type {ObjectLine} from '../parse-lines.ts';
import type {ImportFiles} from '../source/files.ts';
import type {ApplyParts, Batch} from './batch.ts';
import type {Stage} from './batches.ts';
import {writeBots} from './bots.ts';
import {writeChannels} from './channels.ts';
import {writeEmoji} from './emoji.ts';
import type {FollowUp} from './follow-ups/follow-ups.ts';
import {passwordsOf} from './follow-ups/passwords.ts';
import {picturesOf} from './follow-ups/pictures.ts';
import {writeRoles, writeSchemes} from './schemes.ts';
import {writeTeams} from './teams.ts';
import {writeUsers} from './users.ts';

interface StageParts extends ApplyParts {
  source: ImportFiles;
  /** Counts what a follow-up finds out after the commit. */
  count: Batch['count'];
  /** Hears of a file that the server does not take. */
  refused(name: string, reason: string): void;
}

/** A stage whose batches commit one after another, unlike those of posts. */
type PlainStage = Exclude<Stage, 'post'>;

type WriteStage<Type extends PlainStage> = (
  batch: Batch,
  lines: Extract<ObjectLine, {type: Type}>[],
) => Promise<FollowUp[]>;

/** How the lines of each stage but posts are written, and what follows them. */
export function createStages(parts: StageParts) {
  const {database, events, config, count} = parts;

  const stages: {[Type in PlainStage]: WriteStage<Type>} = {
    scheme: (batch, lines) => nothingFollows(writeSchemes(batch, objectsOf(lines))),
    role: (batch, lines) => nothingFollows(writeRoles(batch, objectsOf(lines))),
    emoji: (batch, lines) => nothingFollows(writeEmoji(batch, objectsOf(lines), parts)),
    team: (batch, lines) => nothingFollows(writeTeams(batch, objectsOf(lines), parts)),
    channel: (batch, lines) => nothingFollows(writeChannels(batch, objectsOf(lines))),

    async user(batch, lines) {
      const imported = await writeUsers(batch, objectsOf(lines), config.get());
      const changed = (userIds: string[]) => events.publish('users:changed', {userIds});
      const pictures = imported.map(({user, entry}) => ({userId: entry.id, path: user.profile_image}));
      const {repeated} = batch;
      return [...passwordsOf(imported, {database, repeated, count, changed}), ...picturesOf(pictures, parts)];
    },

    async bot(batch, lines) {
      const imported = await writeBots(batch, objectsOf(lines), config.get());
      return picturesOf(
        imported.map(({bot, entry}) => ({userId: entry.id, path: bot.profile_image})),
        parts,
      );
    },
  };

  /** Writes lines of a stage, and returns the work that follows them. */
  return (batch: Batch, stage: PlainStage, lines: ObjectLine[]): Promise<FollowUp[]> => {
    const write = stages[stage] as (batch: Batch, lines: ObjectLine[]) => Promise<FollowUp[]>;
    return write(batch, lines);
  };
}

function objectsOf<Line extends {object: unknown}>(lines: readonly Line[]): Line['object'][] {
  return lines.map(({object}) => object);
}

async function nothingFollows(written: Promise<void>): Promise<FollowUp[]> {
  await written;
  return [];
}
