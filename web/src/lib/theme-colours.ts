/** Values for design tokens, by their names. */
export type ThemeColours = Readonly<Record<`--${string}`, string>>;

/** Colours that somebody has brought along, in terms of this page. */
export interface OwnTheme {
  /** Whether the ground of the messages is light or dark: what the theme does not name follows it. */
  scheme: 'light' | 'dark';
  colours: ThemeColours;
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Red, green and blue from 0 to 255. */
function channels(hex: string): [number, number, number] {
  const long = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as [number, number, number];
}

/** How bright a colour seems, from 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever can be read on the colour. */
function readableOn(hex: string): string {
  return luminance(hex) > 0.18 ? '#111111' : '#ffffff';
}

/**
 * The theme in a preference of the reference server: a JSON object of colours by name. Undefined where it is none, or
 * lacks the ground of the messages and the colour of their text.
 */
export function parseTheme(text: string): OwnTheme | undefined {
  const named = parsed(text);
  const {centerChannelBg: ground, centerChannelColor: ink} = named;
  if (!ground || !ink) return undefined;
  const mixed = (colour: string, percent: number, onto: string) =>
    `color-mix(in srgb, ${colour} ${percent}%, ${onto})`;
  const link = named.linkColor ?? ink;
  const sidebar = named.sidebarBg ?? ground;
  const sidebarInk = named.sidebarText ?? readableOn(sidebar);
  const header = named.sidebarHeaderBg ?? sidebar;
  const onHeader = named.sidebarHeaderTextColor ?? readableOn(header);
  const marked = named.mentionHighlightBg;
  const colours: Record<`--${string}`, string | undefined> = {
    '--color-page': ground,
    '--color-surface': ground,
    '--color-raised': mixed(ink, 2, ground),
    '--color-sunken': mixed(ink, 5, ground),
    '--color-text': ink,
    '--color-text-quiet': mixed(ink, 75, ground),
    '--color-line': mixed(ink, 13, ground),
    '--color-border': mixed(ink, 52, ground),
    '--color-hover': mixed(ink, 7, 'transparent'),
    '--color-pressed': mixed(ink, 12, 'transparent'),
    '--color-accent': link,
    '--color-accent-strong': mixed(link, 75, ink),
    '--color-on-accent': readableOn(link),
    '--color-accent-soft': mixed(link, 12, ground),
    '--color-selected': mixed(link, 18, ground),
    '--color-sidebar': sidebar,
    '--color-sidebar-text': sidebarInk,
    '--color-sidebar-header': header,
    '--color-rail': named.sidebarTeamBarBg ?? header,
    '--color-on-dark': onHeader,
    '--color-on-dark-quiet': mixed(onHeader, 80, header),
    '--color-danger': named.errorTextColor,
    '--color-online': named.onlineIndicator,
    '--color-away': named.awayIndicator,
    '--color-dnd': named.dndIndicator,
    '--color-brass-soft': marked,
    '--color-on-brass-soft': marked && readableOn(marked),
  };
  const known = Object.entries(colours).filter(([, value]) => value !== undefined);
  return {
    scheme: luminance(ground) > 0.18 ? 'light' : 'dark',
    colours: Object.fromEntries(known) as ThemeColours,
  };
}

/** Only what is a colour: the text may be anything. */
function parsed(text: string): Record<string, string | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, colour]) => typeof colour === 'string' && HEX.test(colour)),
  );
}
