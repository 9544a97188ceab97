import type { WireResultEvent } from '@antiphon/core/wire'
import type { Host } from './host.ts'

/** Sends the results of turns. */
export interface ResultTeller {
  /** `toResult` is asked when the result is sent, so that it tells what was spent until then. */
  tell(toResult: () => WireResultEvent): Promise<void>
  /** Sends what was kept back. */
  release(): Promise<void>
}

/** Keeps results back while agents work in the background: hosts take the last result for the end, and leave. */
export function createResultTeller(host: Host, isBusy: () => boolean): ResultTeller {
  const kept: (() => WireResultEvent)[] = []
  async function release(): Promise<void> {
    for (const toResult of kept.splice(0)) await host.send(toResult())
  }
  return {
    async tell(toResult) {
      kept.push(toResult)
      if (!isBusy()) await release()
    },
    release,
  }
}
