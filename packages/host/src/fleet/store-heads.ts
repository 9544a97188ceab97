import { type FleetStore, formatSessionKey, type LogHead } from '@antiphon/transcript'
import { isFileKey } from './plan-replica.ts'

/** What is known of every log of a store, without one of its entries. */
export interface StoreHeads {
  /** By `formatSessionKey`. */
  readonly all: ReadonlyMap<string, LogHead>
  /** Asks what is new; gives the names of logs that are not as they were, those that went included. */
  refresh(): Promise<readonly string[]>
}

/** Nothing is known before it is asked. What went is seen when all are asked for, which is now and then. */
export function createStoreHeads(
  store: Pick<FleetStore, 'list' | 'listChanged' | 'clock'>,
  now: () => number = Date.now,
): StoreHeads {
  const all = new Map<string, LogHead>()
  let since: string | null = null
  let [wholeAt, wholeMs] = [0, 0]

  function put(head: LogHead, changed: string[]): string {
    const name = formatSessionKey(head.key)
    if (!isSame(all.get(name), head)) changed.push(name)
    all.set(name, head)
    return name
  }

  async function askAll(changed: string[]): Promise<void> {
    const began = now()
    const at = await store.clock()
    const there = new Set<string>()
    for await (const head of store.list()) if (isFileKey(head.key)) there.add(put(head, changed))
    for (const name of all.keys()) if (!there.has(name) && all.delete(name)) changed.push(name)
    since = at
    wholeAt = now()
    wholeMs = wholeAt - began
  }

  async function askChanged(from: string, changed: string[]): Promise<void> {
    const { heads, at } = await store.listChanged(from)
    const there = new Set(heads.filter(({ key }) => isFileKey(key)).map(head => put(head, changed)))
    // All that are being written were told: who is not among them has let go.
    for (const [name, head] of all)
      if (head.writer !== null && !there.has(name)) put({ ...head, writer: null, heldSince: null }, changed)
    since = at
  }

  return {
    all,
    async refresh() {
      const changed: string[] = []
      const isDue = now() - wholeAt > Math.max(WHOLE_MS, WHOLE_SHARE * wholeMs)
      if (since === null || isDue) await askAll(changed)
      else await askChanged(since, changed)
      return changed
    },
  }
}

const WHOLE_MS = 30_000
/** All are asked for in a small part of the time only, however long that takes. */
const WHOLE_SHARE = 50

function isSame(one: LogHead | undefined, other: LogHead): boolean {
  return (
    one !== undefined &&
    one.life === other.life &&
    one.seq === other.seq &&
    one.bytes === other.bytes &&
    one.writer === other.writer &&
    one.host === other.host &&
    one.person === other.person
  )
}
