/** Values of design tokens by name. */
export type ThemeColors = Readonly<Record<`--${string}`, string>>;

/** Imported colors, converted to the colors of this page. */
export interface OwnTheme {
  /** Whether the background of messages is light or dark, which determines the colors that the theme doesn't set. */
  scheme: 'light' | 'dark';
  colors: ThemeColors;
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Red, green and blue from 0 to 255. */
function channels(hex: string): [number, number, number] {
  const long = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as [number, number, number];
}

/** The perceived brightness of a color, from 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever is more readable on the color, which has the format `#a00` or `#aa0000`. */
export function readableOn(hex: string): string {
  return luminance(hex) > 0.18 ? '#111111' : '#ffffff';
}

/**
 * The theme in a preference of the reference server: a JSON object of colors by name. Undefined if it isn't one, or
 * has no background or text color for messages.
 */
export function parseTheme(text: string): OwnTheme | undefined {
  const named = parsed(text);
  const {centerChannelBg: ground, centerChannelColor: ink} = named;
  if (!ground || !ink) return undefined;
  const mixed = (color: string, percent: number, onto: string) =>
    `color-mix(in srgb, ${color} ${percent}%, ${onto})`;
  const link = named.linkColor ?? ink;
  const sidebar = named.sidebarBg ?? ground;
  const sidebarInk = named.sidebarText ?? readableOn(sidebar);
  const header = named.sidebarHeaderBg ?? sidebar;
  const onHeader = named.sidebarHeaderTextColor ?? readableOn(header);
  const marked = named.mentionHighlightBg;
  const colors: Record<`--${string}`, string | undefined> = {
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
  const known = Object.entries(colors).filter(([, value]) => value !== undefined);
  return {
    scheme: luminance(ground) > 0.18 ? 'light' : 'dark',
    colors: Object.fromEntries(known) as ThemeColors,
  };
}

/** The value if it is a valid color: the preference can contain any text. */
function parsed(text: string): Record<string, string | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, color]) => typeof color === 'string' && HEX.test(color)),
  );
}
