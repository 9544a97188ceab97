import { QueryClient, type QueryFunction } from '@tanstack/react-query'
import { createBatcher } from '../browser/create-batcher.ts'

/** The page's questions to the server: called off and forgotten when nobody needs the answer, asked again when somebody says so. */
export function createPageQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 0,
        retry: false,
        // The server is this machine's, which is there without any network, too.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // An answer may be the half of a log: nobody compares it with the one before.
        structuralSharing: false,
      },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
}

export type LinesQuery<Line, Data> = {
  readonly ask: (signal: AbortSignal) => AsyncIterable<Line>
  readonly start: Data
  readonly add: (data: Data, lines: readonly Line[]) => Data
  /** How long what comes behind the first lines is gathered. */
  readonly everyMs?: number
}

/** An answer that comes line by line, and is shown as far as it is there: its first lines at once, then a redraw a burst. */
export function queryLines<Line, Data>({
  ask,
  start,
  add,
  everyMs = BATCH_MS,
}: LinesQuery<Line, Data>): QueryFunction<Data> {
  return async ({ client, queryKey, signal }) => {
    let data = start
    const batcher = createBatcher<Line>(
      lines => {
        data = add(data, lines)
        if (!signal.aborted) client.setQueryData(queryKey, data)
      },
      everyMs,
      FIRST_MS,
    )
    try {
      for await (const line of ask(signal)) batcher.add(line)
    } finally {
      batcher.flush()
    }
    return data
  }
}

const BATCH_MS = 60
// All that came with the first line is there by then.
const FIRST_MS = 0
