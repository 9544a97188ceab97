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
}

/** An answer that comes line by line, and is shown as far as it is there; a burst costs one redraw. */
export function queryLines<Line, Data>({ ask, start, add }: LinesQuery<Line, Data>): QueryFunction<Data> {
  return async ({ client, queryKey, signal }) => {
    let data = start
    const batcher = createBatcher<Line>(lines => {
      data = add(data, lines)
      if (!signal.aborted) client.setQueryData(queryKey, data)
    }, BATCH_MS)
    try {
      for await (const line of ask(signal)) batcher.add(line)
    } finally {
      batcher.flush()
    }
    return data
  }
}

const BATCH_MS = 60
