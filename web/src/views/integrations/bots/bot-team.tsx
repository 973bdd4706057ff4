import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import type {Bot} from '../../../data/integrations/bots.ts';
import {useCurrentTeam, useHasTeamPermission} from '../../../data/teams/teams.ts';
import {queries} from '../../../lib/queries.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';

/** Whether a bot is a member of the current team. */
export function BotTeamPanel({bot}: {bot: Bot}) {
  const team = useCurrentTeam();
  const mayAdd = useHasTeamPermission(team.id, 'add_user_to_team');
  const teamName = team.display_name;
  const [busy, setBusy] = useState(false);
  const queryKey = ['bot-in-team', bot.user_id, team.id];
  const {data: isIn} = useQuery({
    queryKey,
    queryFn: async () => {
      // Unlike the request for a single member, this isn't an error if there is none.
      const [member] = await server.getTeamMembersByIds(team.id, [bot.user_id]);
      return member?.delete_at === 0;
    },
  });
  async function add(): Promise<void> {
    setBusy(true);
    try {
      await server.addToTeam(team.id, bot.user_id);
      await queries.invalidateQueries({queryKey});
    } catch (error) {
      showError(errorMessage(error));
    }
    setBusy(false);
  }
  if (isIn === undefined) return null;
  return (
    <Panel
      title={t`Team`}
      text={
        isIn
          ? t`The bot is a member of ${teamName}. Add it to channels from their member lists, like a person.`
          : t`The bot isn't a member of ${teamName} yet, so it can't work in its channels.`
      }
      actions={
        !isIn &&
        mayAdd && (
          <Button icon="personAdd" busy={busy} onPress={() => void add()}>
            <Trans>Add to {teamName}</Trans>
          </Button>
        )
      }
    />
  );
}
