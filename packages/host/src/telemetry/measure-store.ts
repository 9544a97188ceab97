import type { AppendOutcome, FleetStore } from '@antiphon/transcript'
import type { FleetMeters } from './fleet-meters.ts'

type Measured = Pick<FleetStore, 'append' | 'appendLines' | 'follow'>

/** The store, with what it does noted: how long an append takes, what is refused, who follows. */
export function measureStore<Store extends Measured>(store: Store, meters: FleetMeters): Store {
  async function measure(count: number, append: () => Promise<AppendOutcome>): Promise<AppendOutcome> {
    const began = performance.now()
    try {
      const outcome = await append()
      if (outcome.status === 'conflict') meters.note('antiphon.store.conflicts', 1)
      else if (count > 0) {
        meters.note('antiphon.store.append.duration', (performance.now() - began) / 1000)
        meters.note('antiphon.store.append.entries', count)
      }
      return outcome
    } catch (error) {
      meters.note('antiphon.store.append.failures', 1)
      throw error
    }
  }

  async function* countFollower<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    meters.note('antiphon.store.followers', 1)
    try {
      yield* items
    } finally {
      meters.note('antiphon.store.followers', -1)
    }
  }

  return {
    ...store,
    append: (key, entries, options) => measure(entries.length, () => store.append(key, entries, options)),
    appendLines: (key, lines, expected) =>
      measure(lines.length, () => store.appendLines(key, lines, expected)),
    follow: (key, options) => countFollower(store.follow(key, options)),
  }
}
