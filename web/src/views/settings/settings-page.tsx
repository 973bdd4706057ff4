import {i18n} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useParams} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {SectionIndex} from '../../components/frame/section-list.tsx';
import {BackLink, SectionSidebar} from '../../components/frame/section-sidebar.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {SETTINGS_SECTIONS} from './sections.tsx';

/** The settings of the signed-in person, with a page for each subject. */
export default function SettingsPage() {
  const {section} = useParams();
  const shown = SETTINGS_SECTIONS.find(({path}) => path === section);
  const list = {
    title: t`Settings`,
    base: '/_settings',
    sections: [
      {
        title: '',
        pages: SETTINGS_SECTIONS.map(({path, label, icon}) => ({path, label: i18n._(label), icon})),
      },
    ],
  };
  return (
    <Frame
      sidebarLabel={t`Settings`}
      canHide="sections"
      sidebar={
        <SectionSidebar {...list}>
          <BackLink to="/">
            <Trans>Back to messages</Trans>
          </BackLink>
        </SectionSidebar>
      }
    >
      {shown ? (
        <>
          <PageHeader
            column="page"
            title={i18n._(shown.label)}
            back={{path: '/_settings', label: t`Back to settings`}}
          />
          <PanelPage>
            <shown.page key={section} />
          </PanelPage>
        </>
      ) : (
        <SectionIndex {...list} />
      )}
    </Frame>
  );
}
