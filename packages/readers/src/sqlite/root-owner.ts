/** The session at which a chain of subagents began; undefined for one that nobody called. */
export function toRootOwner(id: string, parentOf: (id: string) => string | undefined): string | undefined {
  let owner = parentOf(id)
  // A damaged store may name a session as its own ancestor.
  for (let steps = 0; owner !== undefined && steps < DEEPEST; steps++) {
    const next = parentOf(owner)
    if (next === undefined) return owner
    owner = next
  }
  return owner
}

const DEEPEST = 50
