import {Navigate, Route, Routes} from 'react-router';
import {Missing} from '../../components/frame/missing-page.tsx';
import {integrationsPath, SECTIONS} from '../../components/integrations/sections.ts';
import {lastTeamName, useTeamsQuery} from '../../data/teams/teams.ts';
import {BotList} from './bots/bot-list.tsx';
import {BotPage} from './bots/bot-page.tsx';
import {CommandList} from './commands/command-list.tsx';
import {CommandPage} from './commands/command-page.tsx';
import {EmojiPage} from './emoji/emoji-page.tsx';
import {SectionGate} from './gate.tsx';
import {IncomingList} from './incoming/incoming-list.tsx';
import {IncomingPage} from './incoming/incoming-page.tsx';
import {IntegrationsLayout} from './integrations-layout.tsx';
import {IntegrationsLanding} from './landing.tsx';
import {OutgoingList} from './outgoing/outgoing-list.tsx';
import {OutgoingPage} from './outgoing/outgoing-page.tsx';

const PAGES = [
  {section: 'incoming', list: <IncomingList />, page: <IncomingPage />},
  {section: 'outgoing', list: <OutgoingList />, page: <OutgoingPage />},
  {section: 'commands', list: <CommandList />, page: <CommandPage />},
  {section: 'bots', list: <BotList />, page: <BotPage />},
  {section: 'emoji', list: <EmojiPage />, page: undefined},
] as const;

/** The pages under `/_integrations`: for each team, the lists and pages of its integrations. */
export default function IntegrationsPages() {
  return (
    <Routes>
      <Route index element={<ToLastTeam />} />
      <Route path=":team" element={<IntegrationsLayout />}>
        <Route index element={<IntegrationsLanding />} />
        {PAGES.map(({section, list, page}) => (
          <Route key={section} path={SECTIONS[section].path}>
            <Route index element={<SectionGate section={section}>{list}</SectionGate>} />
            {page && <Route path=":id" element={<SectionGate section={section}>{page}</SectionGate>} />}
          </Route>
        ))}
        <Route path="*" element={<Missing what="page" />} />
      </Route>
    </Routes>
  );
}

/** Redirects to the last team, or the first one. People without a team get the start page. */
function ToLastTeam() {
  const {data: teams} = useTeamsQuery();
  if (!teams) return null;
  const team = teams.find(({name}) => name === lastTeamName()) ?? teams[0];
  return <Navigate to={team ? integrationsPath(team.name) : '/_start'} replace />;
}
