import { scorePath } from '../headless/controls/score-path.ts'

/** The things whose name fits what was typed, the best first, as many as may be. */
export function rank<T>(
  things: Iterable<T>,
  {
    nameOf,
    query,
    limit,
  }: { readonly nameOf: (thing: T) => string; readonly query: string; readonly limit: number },
): readonly T[] {
  const found: { readonly thing: T; readonly name: string; readonly score: number }[] = []
  for (const thing of things) {
    const name = nameOf(thing)
    const score = scorePath(name, query)
    // Of two that fit alike, the one that is written alike.
    if (score !== null) found.push({ thing, name, score: score + (name.includes(query) ? 0.5 : 0) })
  }
  found.sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
  return found.slice(0, limit).map(({ thing }) => thing)
}
