import type { RequestRun, TracedRequest } from './tool-trace.ts'

/** Puts requests together that say the same. */
export function groupRequests(
  requests: readonly Pick<TracedRequest, 'number' | 'place' | 'state'>[],
): readonly RequestRun[] {
  const runs: RequestRun[] = []
  for (const { number, place, state } of requests) {
    const last = runs.at(-1)
    if (last && last.state === state && isSame(last.place, place))
      runs[runs.length - 1] = { ...last, to: number }
    else runs.push({ from: number, to: number, place, state })
  }
  return runs
}

function isSame(one: TracedRequest['place'], other: TracedRequest['place']): boolean {
  return one?.message === other?.message && one?.block === other?.block
}
