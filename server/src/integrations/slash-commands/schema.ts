import Type from 'typebox';
import {Id, line, longText, looseId, Millis, urlText, word} from '../../platform/http/wire.ts';

/** A slash command in the API (docs/specification.md#slash-commands). */
export const SlashCommand = Type.Object({
  id: Type.String(),
  token: Type.String({description: 'Sent with each request, so that the integration can verify the sender.'}),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  creator_id: Type.String(),
  team_id: Type.String(),
  trigger: Type.String(),
  method: Type.String({description: '`P` for POST, `G` for GET.'}),
  username: Type.String(),
  icon_url: Type.String(),
  auto_complete: Type.Boolean(),
  auto_complete_desc: Type.String(),
  auto_complete_hint: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
  url: Type.String(),
});

const fields = {
  trigger: line('The word after the slash: 1 to 128 letters, digits, "_", ".", "/" and "-".'),
  url: urlText('The URL to call; http or https, at most 1024 characters.'),
  method: Type.Optional(word('`P` (default) or `G`.')),
  username: Type.Optional(line()),
  icon_url: Type.Optional(urlText()),
  auto_complete: Type.Optional(Type.Boolean()),
  auto_complete_desc: Type.Optional(longText()),
  auto_complete_hint: Type.Optional(longText()),
  display_name: Type.Optional(line()),
  description: Type.Optional(longText()),
};

/** Body of `POST /commands`. */
export const NewSlashCommand = Type.Object({team_id: Id, ...fields});

/** Body of `PUT /commands/{id}`. */
export const SlashCommandUpdate = Type.Object({
  id: Type.Optional(looseId()),
  team_id: Type.Optional(looseId()),
  ...fields,
});

/** Body of `POST /commands/execute`. */
export const Execution = Type.Object({
  channel_id: looseId(),
  command: longText('The complete command, with the slash.'),
  root_id: Type.Optional(looseId()),
  team_id: Type.Optional(looseId('In a direct or group message, the team whose commands to use.')),
});

/** The response of a command for the client. */
export const ExecutionResult = Type.Object({
  response_type: Type.String(),
  text: Type.String(),
  username: Type.String(),
  icon_url: Type.String(),
  channel_id: Type.Optional(Type.String()),
  type: Type.String(),
  props: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  goto_location: Type.String(),
  trigger_id: Type.String(),
  skip_slack_parsing: Type.Boolean(),
  attachments: Type.Optional(Type.Array(Type.Unknown())),
  extra_responses: Type.Optional(Type.Array(Type.Unknown())),
});

/** A completion of a partial command. The keys are those of Mattermost. */
export const Suggestion = Type.Object({
  Complete: Type.String(),
  Suggestion: Type.String(),
  Hint: Type.String(),
  Description: Type.String(),
  IconData: Type.String(),
});
