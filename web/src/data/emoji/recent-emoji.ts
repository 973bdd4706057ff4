const KEY = 'recent-emoji';
const MAX_RECENT = 18;
const INITIAL = ['+1', 'heart', 'tada', 'eyes', 'white_check_mark', 'laughing'];

/** The emoji used in this browser, most recent first. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const names = Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
    return [...new Set([...names, ...INITIAL])].slice(0, MAX_RECENT);
  } catch {
    return INITIAL;
  }
}

export function rememberRecentEmoji(name: string): void {
  localStorage.setItem(KEY, JSON.stringify([...new Set([name, ...recentEmoji()])].slice(0, MAX_RECENT)));
}
