import {type ComponentType, type LazyExoticComponent, lazy} from 'react';
import type {IconName} from '../../components/icon.tsx';
import type {Section} from '../frame/section-sidebar.tsx';

interface AdministrationPage {
  /** Below `/_admin`. The page has all addresses below its own, and may have routes for them. */
  path: string;
  label: string;
  icon: IconName;
  page: LazyExoticComponent<ComponentType>;
}

interface AdministrationSection extends Section {
  pages: readonly AdministrationPage[];
}

/** Every page of administration, in the order of the navigation. */
export const sections: readonly AdministrationSection[] = [
  {
    title: '',
    pages: [
      {
        path: '',
        label: 'Overview',
        icon: 'preview',
        page: lazy(() => import('./overview/overview-page.tsx')),
      },
    ],
  },
];
