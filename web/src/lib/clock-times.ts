/** The times of a day at intervals of this many minutes, starting at `00:00`. */
export function clockTimes(minutes: number): string[] {
  const two = (number: number) => String(number).padStart(2, '0');
  return Array.from({length: Math.floor(1440 / minutes)}, (_, index) => {
    const time = index * minutes;
    return `${two(Math.floor(time / 60))}:${two(time % 60)}`;
  });
}
