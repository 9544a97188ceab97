/** An entry that comes back onto the path. */
export type WovenEntry = {
  readonly index: number
  /** What it belongs to: a node of the path, or one that was woven in before it. */
  readonly host: number
  /** Place on the path of the host, or of the host's host. */
  readonly position: number
}

export type Weaving = {
  readonly path: readonly number[]
  /** Hosts come before what belongs to them. */
  readonly woven: readonly WovenEntry[]
  /** For each place on the path whether a turn begins there. */
  readonly turnStarts: readonly boolean[]
}

/** Puts each woven entry where the file has it, but always after its host and before the next turn. */
export function weaveIntoPath({ path, woven, turnStarts }: Weaving): readonly number[] {
  const reach = findReach(path, turnStarts)
  const ends = findTurnEnds(turnStarts)
  const slots = new Map<number, number[]>()
  for (const { index, position, order } of sortByOrder(woven)) {
    const slot = findSlot({ reach, order, from: position + 1, to: ends[position] ?? path.length })
    const slotted = slots.get(slot)
    if (slotted) slotted.push(index)
    else slots.set(slot, [index])
  }
  const result: number[] = []
  for (let place = 0; place <= path.length; place++) {
    for (const index of slots.get(place) ?? []) result.push(index)
    const index = path[place]
    if (index !== undefined) result.push(index)
  }
  return result
}

/** File order, except that nothing comes before its host; the sort is stable, so hosts stay first. */
function sortByOrder(woven: readonly WovenEntry[]): readonly (WovenEntry & { readonly order: number })[] {
  const orders = new Map<number, number>()
  const ordered = woven.map(entry => {
    const order = Math.max(entry.index, orders.get(entry.host) ?? 0)
    orders.set(entry.index, order)
    return { ...entry, order }
  })
  return ordered.sort((first, second) => first.order - second.order)
}

/** For each place how far in the file its turn has come: it only grows within a turn, so it can be searched. */
function findReach(path: readonly number[], turnStarts: readonly boolean[]): readonly number[] {
  let furthest = 0
  return path.map((index, place) => {
    furthest = turnStarts[place] ? index : Math.max(furthest, index)
    return furthest
  })
}

/** For each place where the next turn begins. */
function findTurnEnds(turnStarts: readonly boolean[]): readonly number[] {
  let next = turnStarts.length
  const ends = turnStarts.map(() => next)
  for (let place = turnStarts.length - 1; place >= 0; place--) {
    ends[place] = next
    if (turnStarts[place]) next = place
  }
  return ends
}

/** The first place from `from` on whose turn has come further than `order`, or `to`. */
function findSlot(search: {
  readonly reach: readonly number[]
  readonly order: number
  readonly from: number
  readonly to: number
}): number {
  let { from, to } = search
  while (from < to) {
    const middle = (from + to) >> 1
    if ((search.reach[middle] ?? 0) > search.order) to = middle
    else from = middle + 1
  }
  return from
}
