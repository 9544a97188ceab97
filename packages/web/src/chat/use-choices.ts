import type { ChatChoices } from '@antiphon/server/protocol'
import { useEffect, useState } from 'react'
import { type Failure, readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type ChoicesState = {
  readonly choices: ChatChoices | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** What may be chosen; asked for once somebody needs it. */
export function useChoices(isNeeded: boolean): ChoicesState {
  const client = useClient()
  const [choices, setChoices] = useState<ChatChoices>()
  const [failure, setFailure] = useState<Failure>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    if (!isNeeded) return
    const controller = new AbortController()
    setFailure(undefined)
    client.readChatChoices(controller.signal).then(
      found => !controller.signal.aborted && setChoices(found),
      error => !controller.signal.aborted && setFailure(readFailure(error)),
    )
    return () => controller.abort()
  }, [client, isNeeded, tries])
  return { choices, failure, retry: () => setTries(count => count + 1) }
}
