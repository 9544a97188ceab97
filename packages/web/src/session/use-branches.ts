import type { UUID } from '@antiphon/core'
import type { Outline } from '@antiphon/server/protocol'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import type { Target } from '../story/target.ts'
import { keepMemory, readMemory } from './reader-memory.ts'
import { reachesEnd, type SessionState } from './session-state.ts'

export type Branches = {
  /** Where the story ends in what is loaded; undefined for the newest. */
  readonly leafUuid: UUID | undefined
  /** Which branch of the outline is shown; 0 is the conversation itself. */
  readonly shown: number
  readonly choose: (index: number) => void
}

export type BranchesOptions = {
  readonly session: string
  readonly state: SessionState
  readonly outline: Outline | undefined
  readonly onJump: (target: Target) => void
}

/** Which branch is read, and how to read another: at the place where both part. */
export function useBranches(options: BranchesOptions): Branches {
  const { session, outline, onJump } = options
  const [chosen, setChosen] = useState(() => readMemory(session).leafUuid)
  const leafUuid = useLocalLeaf(options, chosen)
  const list = outline?.branches ?? []
  const place = chosen === undefined ? 0 : list.findIndex(branch => branch.leafUuid === chosen)
  const shown = Math.max(0, place)
  return {
    leafUuid,
    shown,
    choose(index) {
      const branch = list[index]
      const fork = list[index === 0 ? shown : index]
      if (!branch || !fork) return
      const leafUuid = index === 0 ? undefined : branch.leafUuid
      setChosen(leafUuid)
      const rest = { seq: fork.forkSeq ?? fork.firstSeq }
      keepMemory(session, { leafUuid, rest })
      onJump(rest)
    },
  }
}

/** The message of the wanted branch that stands last in what is loaded; undefined for the newest. */
function useLocalLeaf(
  { session, state, outline }: BranchesOptions,
  chosen: UUID | undefined,
): UUID | undefined {
  const client = useClient()
  const { entries, to } = state
  const hasBranches = (outline?.branches.length ?? 0) > 1
  const main = hasBranches && !reachesEnd(state) ? outline?.branches[0]?.leafUuid : undefined
  const wanted = chosen ?? main
  const isLoaded = useMemo(
    () => wanted !== undefined && entries.some(({ entry }) => 'uuid' in entry && entry.uuid === wanted),
    [entries, wanted],
  )
  const mustAsk = wanted !== undefined && !isLoaded && entries.length > 0
  // Without an answer the newest branch is read.
  const { data } = useQuery({
    queryKey: ['branch-place', session, wanted, to],
    queryFn: mustAsk
      ? ({ signal }) => client.get('branch-place', { session, leafUuid: wanted, before: to }, signal)
      : skipToken,
  })
  return isLoaded ? wanted : mustAsk ? (data?.uuid ?? undefined) : undefined
}
