import { useRef } from 'react'
import { moveInHistory } from './prompt-history.ts'

export type PromptWalk = {
  readonly isWalking: () => boolean
  /** False where there is nothing further in that direction. */
  readonly move: (step: 1 | -1) => boolean
  /** Somebody writes: what stands in the field is theirs now. */
  readonly end: () => void
}

/** Walks through what was said before, from the newest on. */
export function usePromptWalk(history: () => readonly string[], onText: (text: string) => void): PromptWalk {
  const at = useRef(-1)
  return {
    isWalking: () => at.current >= 0,
    move(step) {
      const moved = moveInHistory(history(), at.current, step)
      if (!moved) return false
      onText(moved.text)
      at.current = moved.at
      return true
    },
    end() {
      at.current = -1
    },
  }
}
