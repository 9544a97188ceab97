import type { TurnStep } from '@antiphon/core/wire'

export interface StepDepths {
  /** How many calls stand above the step; remembers the call that it may be. */
  depthOf(step: TurnStep): number
}

/** Follows which call's subagent each step belongs to. */
export function createStepDepths(): StepDepths {
  const depths = new Map<string, number>()

  function below(parent: string | null): number {
    return parent === null ? 0 : (depths.get(parent) ?? 0) + 1
  }

  return {
    depthOf(step) {
      if (step.kind === 'tool-start') {
        const depth = Math.min(DEEPEST, below(step.parentToolUseId))
        depths.set(step.id, depth)
        return depth
      }
      if (step.kind === 'tool-end') return depths.get(step.id) ?? below(step.parentToolUseId)
      return 'parentToolUseId' in step ? Math.min(DEEPEST, below(step.parentToolUseId)) : 0
    },
  }
}

// A subagent that starts a subagent is rare; deeper steps would have no room.
const DEEPEST = 6
