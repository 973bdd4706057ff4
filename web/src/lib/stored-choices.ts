/** Whether a choice is on that this browser remembers. It is off at first. */
export const isChoiceStored = (key: string): boolean => localStorage.getItem(key) !== null;

/** Remembers a choice in this browser. */
export function storeChoice(key: string, isOn: boolean): void {
  if (isOn) localStorage.setItem(key, '');
  else localStorage.removeItem(key);
}
