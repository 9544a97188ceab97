import type { QueryEvent } from '@antiphon/engine'

/** Adds up how long a turn waited for the API. */
export interface ApiClock {
  add(event: QueryEvent): void
  milliseconds(): number
}

/** A clock at zero. */
export function createApiClock(now: () => number = () => performance.now()): ApiClock {
  let total = 0
  let since: number | null = null
  return {
    add(event) {
      if (event.type === 'stream_request_start') since = now()
      // A request that failed has no last event and is not counted; nor is the wait before the next.
      if (since === null || event.type !== 'stream_event' || event.event.type !== 'message_stop') return
      total += now() - since
      since = null
    },
    milliseconds: () => total,
  }
}
