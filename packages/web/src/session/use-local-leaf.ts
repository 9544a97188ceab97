import type { UUID } from '@antiphon/core'
import type { Outline } from '@antiphon/server/protocol'
import { useEffect, useMemo, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import { reachesEnd, type SessionState } from './session-state.ts'

export type LocalLeafOptions = {
  readonly session: string
  readonly state: SessionState
  readonly outline: Outline | undefined
  /** The branch that was chosen instead of the conversation. */
  readonly leafUuid: UUID | undefined
}

/** The message of the wanted branch that stands last in what is loaded; undefined for the newest. */
export function useLocalLeaf({ session, state, outline, leafUuid }: LocalLeafOptions): UUID | undefined {
  const client = useClient()
  const { entries, to } = state
  const hasBranches = (outline?.branches.length ?? 0) > 1
  const main = hasBranches && !reachesEnd(state) ? outline?.branches[0]?.leafUuid : undefined
  const wanted = leafUuid ?? main
  const isLoaded = useMemo(
    () => wanted !== undefined && entries.some(({ entry }) => 'uuid' in entry && entry.uuid === wanted),
    [entries, wanted],
  )
  const [found, setFound] = useState<{ readonly name: string; readonly uuid: UUID | undefined }>()
  const name = `${wanted} ${to}`
  const mustAsk = wanted !== undefined && !isLoaded && entries.length > 0
  useEffect(() => {
    if (!mustAsk || wanted === undefined) return
    const controller = new AbortController()
    client.get('branch-place', { session, leafUuid: wanted, before: to }, controller.signal).then(
      ({ uuid }) => !controller.signal.aborted && setFound({ name, uuid: uuid ?? undefined }),
      // Without an answer the newest branch is read.
      () => undefined,
    )
    return () => controller.abort()
  }, [client, session, wanted, to, name, mustAsk])
  if (!mustAsk) return isLoaded ? wanted : undefined
  return found?.name === name ? found.uuid : undefined
}
