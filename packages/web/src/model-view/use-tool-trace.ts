import type { ToolTrace } from '@antiphon/core/inspect'
import { useEffect, useState } from 'react'
import { type Failure, readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type ToolTraceState = {
  readonly trace: ToolTrace | undefined
  readonly failure: Failure | undefined
}

/** The life of the result of a call in a log. */
export function useToolTrace(session: string, tool: string): ToolTraceState {
  const client = useClient()
  const [state, setState] = useState<ToolTraceState>({ trace: undefined, failure: undefined })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    client.readToolTrace({ session, tool }, signal).then(
      trace => !signal.aborted && setState({ trace, failure: undefined }),
      error => !signal.aborted && setState({ trace: undefined, failure: readFailure(error) }),
    )
    return () => controller.abort()
  }, [client, session, tool])
  return state
}
