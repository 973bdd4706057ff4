// The package fastest-levenshtein counts two swapped letters, the most common typo, as two edits.
/**
 * The number of single letters to add, remove, replace, or swap with a neighbor to turn one text into the other
 * (optimal string alignment). It is case-sensitive.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let distance = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        distance = Math.min(distance, beforeLast[column - 2]! + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

/** Longer names are not compared, because the time grows with the square of the length. */
const LONGEST_COMPARED = 200;

/**
 * The valid name that is closest to `name`, ignoring case. `separator` divides names into section and setting. If
 * exactly one setting has the same name in any section, it wins. Otherwise it's the name with the smallest edit
 * distance, unless that is more than a third of the setting's letters.
 */
export function nearestName(
  name: string,
  validNames: Iterable<string>,
  separator: string,
): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const lowerName = name.toLowerCase();
  const lastPart = (it: string) => it.slice(it.lastIndexOf(separator) + 1);
  let nearest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  const namesakes: string[] = [];
  for (const candidate of validNames) {
    const compared = candidate.toLowerCase();
    const distance = editDistance(lowerName, compared);
    if (distance < smallest) {
      nearest = candidate;
      smallest = distance;
    }
    if (lastPart(compared) === lastPart(lowerName)) namesakes.push(candidate);
  }
  // For `TeamSettings.SiteURL`, the setting's name matters more than the section's.
  if (namesakes.length === 1) return namesakes[0];
  if (nearest === undefined) return undefined;
  const letters = Math.max(lastPart(name).length, lastPart(nearest).length);
  return smallest <= letters / 3 ? nearest : undefined;
}
