import type {ObjectLine} from '../parse-lines.ts';
import type {ImportFiles} from '../source/files.ts';
import type {Batch, ImportDependencies} from './batch.ts';
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

interface StageDependencies extends ImportDependencies {
  source: ImportFiles;
  /** Counts results of follow-ups, which are known after the commit. */
  count: Batch['count'];
  /** Called for each file that the server rejects. */
  onRejected(name: string, reason: string): void;
}

/** A stage whose batches commit one after another, unlike posts. */
type SequentialStage = Exclude<Stage, 'post'>;

type WriteStage<Type extends SequentialStage> = (
  batch: Batch,
  lines: Extract<ObjectLine, {type: Type}>[],
) => Promise<FollowUp[]>;

/** Writers for each stage except posts. They return the follow-up work. */
export function createStages(dependencies: StageDependencies) {
  const {database, events, config, count} = dependencies;

  const stages: {[Type in SequentialStage]: WriteStage<Type>} = {
    scheme: (batch, lines) => withoutFollowUps(writeSchemes(batch, objectsOf(lines))),
    role: (batch, lines) => withoutFollowUps(writeRoles(batch, objectsOf(lines))),
    emoji: (batch, lines) => withoutFollowUps(writeEmoji(batch, objectsOf(lines), dependencies)),
    team: (batch, lines) => withoutFollowUps(writeTeams(batch, objectsOf(lines), dependencies)),
    channel: (batch, lines) => withoutFollowUps(writeChannels(batch, objectsOf(lines))),

    async user(batch, lines) {
      const imported = await writeUsers(batch, objectsOf(lines), config.get());
      const changed = (userIds: string[]) => events.publish('users:changed', {userIds});
      const pictures = imported.map(({user, entry}) => ({userId: entry.id, path: user.profile_image}));
      const {repeated} = batch;
      return [
        ...passwordsOf(imported, {database, repeated, count, changed}),
        ...picturesOf(pictures, dependencies),
      ];
    },

    async bot(batch, lines) {
      const imported = await writeBots(batch, objectsOf(lines), config.get());
      return picturesOf(
        imported.map(({bot, entry}) => ({userId: entry.id, path: bot.profile_image})),
        dependencies,
      );
    },
  };

  /** Writes lines of a stage, and returns the follow-up work. */
  return (batch: Batch, stage: SequentialStage, lines: ObjectLine[]): Promise<FollowUp[]> => {
    const write = stages[stage] as (batch: Batch, lines: ObjectLine[]) => Promise<FollowUp[]>;
    return write(batch, lines);
  };
}

function objectsOf<Line extends {object: unknown}>(lines: readonly Line[]): Line['object'][] {
  return lines.map(({object}) => object);
}

async function withoutFollowUps(written: Promise<void>): Promise<FollowUp[]> {
  await written;
  return [];
}
