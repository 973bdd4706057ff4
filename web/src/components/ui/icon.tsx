import styles from './icon.module.css';

/** Line drawings on a 24×24 grid, as the `d` of a path. */
const SHAPES = {
  add: 'M12 5v14M5 12h14',
  alert: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7v5.5M12 16v.5',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  arrowDown: 'M12 5v14M6 13l6 6 6-6',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  at: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.6 7.2',
  attach:
    'M20 11.5l-8 8a5.2 5.2 0 0 1-7.4-7.4l8.3-8.3a3.5 3.5 0 0 1 5 5l-8.2 8.1a1.7 1.7 0 0 1-2.5-2.4l7.5-7.4',
  bell: 'M18 15V10a6 6 0 1 0-12 0v5l-2 3h16zM10 21h4',
  bellOff: 'M18 15V10a6 6 0 0 0-9-5.2M6.2 8.5 6 10v5l-2 3h13M10 21h4M4 4l16 16',
  bold: 'M8 5h5a3.5 3.5 0 0 1 0 7H8zM8 12h6a3.5 3.5 0 0 1 0 7H8z',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  bot: 'M5 9h14v10H5zM12 9V5M9 13.5v1M15 13.5v1M2.5 12.5v3M21.5 12.5v3',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  check: 'M5 12.5l5 5L19.5 7',
  chevronDown: 'M6 9l6 6 6-6',
  chevronLeft: 'M15 5l-7 7 7 7',
  chevronRight: 'M9 5l7 7-7 7',
  clock: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6L6 18',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  edit: 'M5 19l1-4L16.5 4.5l3 3L9 18zM14.5 6.5l3 3',
  emoji: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM8.5 14.5a4.3 4.3 0 0 0 7 0M9 9.5v.5M15 9.5v.5',
  external: 'M14 5h5v5M19 5l-8 8M11 6H5v13h13v-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM14.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  eyeOff:
    'M10 5.7A9 9 0 0 1 12 5.5C18 5.5 21.5 12 21.5 12a16 16 0 0 1-2.7 3.4M6 7.5A15 15 0 0 0 2.5 12S6 18.5 12 18.5a9.5 9.5 0 0 0 4-.9M4 4l16 16',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  globe: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  hash: 'M9.5 4L7.5 20M16.5 4l-2 16M5 9h15M4 15h15',
  help: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.8.4-1 .9-1 1.7M12 16.5v.5',
  hook: 'M15 4v9.5a4.5 4.5 0 0 1-9 0V12l3 2.5M17.5 4h-5',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9v.5',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 11v5.5M12 7.5V8',
  italic: 'M10 5h8M6 19h8M14.5 5l-5 14',
  key: 'M11 15a4 4 0 1 1-2-7.5A4 4 0 0 1 12 11h9v3M17 11v3',
  letters: 'M3 18L8 6l5 12M4.7 14h6.6M20.5 14.75a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0zM20.5 11.5V18',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  microphone: 'M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  mail: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M4 5h16v11H11l-5 4v-4H4z',
  more: 'M6.25 12a.75.75 0 1 1-1.5 0 .75.75 0 0 1 1.5 0zM12.75 12a.75.75 0 1 1-1.5 0 .75.75 0 0 1 1.5 0zM19.25 12a.75.75 0 1 1-1.5 0 .75.75 0 0 1 1.5 0z',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  nodes:
    'M14.5 6a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM8 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM21 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM10.8 8.2L6.7 15.8M13.2 8.2l4.1 7.6M8 18h8',
  pause: 'M8.5 5v14M15.5 5v14',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 9h3M4 15.2a1.4 1.4 0 0 1 2.8.3c0 1-2.8 2-2.8 3.5h3',
  people:
    'M12 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20a6 6 0 0 1 12 0M15 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14.5a6 6 0 0 1 4 5.5',
  person: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  personAdd: 'M13.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM3.5 20a6.5 6.5 0 0 1 13 0M19 8v6M16 11h6',
  pin: 'M9 4h6l-1 6 3.5 3.5h-11L10 10zM12 13.5V20',
  play: 'M8 5l11 7-11 7z',
  preview: 'M4 5h16v14H4zM12 5v14',
  quote: 'M5 7v10M9 8h10M9 12h10M9 16h6',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  reply: 'M10 6L4 12l6 6M4 12h9a7 7 0 0 1 7 7',
  search: 'M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM15.5 15.5L20.5 20.5',
  send: 'M4 4.5l17 7.5-17 7.5 2.5-7.5zM6.5 12H13',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM7.5 7.5v.1M7.5 16.5v.1',
  settings:
    'M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6z',
  sidebar: 'M4 5h16v14H4zM9.5 5v14',
  signOut: 'M10 4H4v16h6M15 8l4 4-4 4M19 12H9',
  slash: 'M15 4L9 20',
  smileAdd: 'M19.9 10.5A8.5 8.5 0 1 1 12.5 4M8.5 14a4 4 0 0 0 6.5 0M9 9.5v.5M14 9.5v.5M19 2.5v6M16 5.5h6',
  star: 'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-3-5.3 3 1.1-6L3.4 9.8l6-.8z',
  strike: 'M5 12h14M16 8c-.5-2-2-3-4-3s-4 1-4 3.2M8 16c.5 2 2 3 4 3s4-1 4-3.2',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  swap: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  thread: 'M4 5h16v10h-7l-4 4v-4H4zM8 9h8M8 12h5',
  trash: 'M4.5 7h15M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  upload: 'M12 16V5M7 9.5L12 4.5l5 5M5 20h14',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17v.5',
  wrap: 'M4 6h16M4 12h13a3.5 3.5 0 0 1 0 7h-4M15.5 16.5L13 19l2.5 2.5M4 18h5',
  window: 'M4 5h16v14H4zM4 9h16',
} as const;

/** Icons that point left or right. They are mirrored in right-to-left languages. */
const DIRECTIONAL: ReadonlySet<string> = new Set([
  'arrowLeft',
  'chevronLeft',
  'chevronRight',
  'external',
  'list',
  'numbers',
  'quote',
  'reply',
  'send',
  'sidebar',
  'signOut',
] satisfies IconName[]);

export type IconName = keyof typeof SHAPES;

export const ICON_NAMES = Object.keys(SHAPES) as readonly IconName[];

/** A decorative icon, hidden from screen readers. */
export function Icon({name, size = 20}: {name: IconName; size?: number}) {
  return (
    <svg
      className={styles.icon}
      data-directional={DIRECTIONAL.has(name) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
