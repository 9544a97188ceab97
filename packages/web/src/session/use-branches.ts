import type { UUID } from '@antiphon/core'
import { useState } from 'react'
import { keepMemory, readMemory } from './reader-memory.ts'
import type { Target } from './target.ts'
import { type LocalLeafOptions, useLocalLeaf } from './use-local-leaf.ts'

export type Branches = {
  /** Where the story ends in what is loaded; undefined for the newest. */
  readonly leafUuid: UUID | undefined
  /** Which branch of the outline is shown; 0 is the conversation itself. */
  readonly shown: number
  readonly choose: (index: number) => void
}

export type BranchesOptions = Omit<LocalLeafOptions, 'leafUuid'> & {
  readonly onJump: (target: Target) => void
}

/** Which branch is read, and how to read another: at the place where both part. */
export function useBranches({ onJump, ...parts }: BranchesOptions): Branches {
  const { session } = parts
  const [chosen, setChosen] = useState(() => readMemory(session).leafUuid)
  const leafUuid = useLocalLeaf({ ...parts, leafUuid: chosen })
  const list = parts.outline?.branches ?? []
  const shown =
    chosen === undefined
      ? 0
      : Math.max(
          0,
          list.findIndex(branch => branch.leafUuid === chosen),
        )
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
