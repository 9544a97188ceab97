import type { ColourNode, ColourQuestion } from './colour-tree.ts'

/** What was coloured lately, and what cannot be. */
export interface ColourMemory {
  /** Null where there are no colours to be had, undefined where nothing is known. */
  readonly recall: (question: ColourQuestion) => readonly ColourNode[] | null | undefined
  readonly keep: (question: ColourQuestion, nodes: readonly ColourNode[] | undefined) => void
}

export function createColourMemory(mostUnits: number = MOST_UNITS): ColourMemory {
  const known = new Map<string, readonly ColourNode[] | null>()
  let units = 0
  return {
    recall: question => known.get(keyOf(question)),
    keep(question, nodes) {
      const key = keyOf(question)
      if (known.delete(key)) units -= key.length
      known.set(key, nodes ?? null)
      units += key.length
      for (const oldest of known.keys()) {
        if (units <= mostUnits) break
        known.delete(oldest)
        units -= oldest.length
      }
    },
  }
}

const MOST_UNITS = 1_000_000

function keyOf({ code, language }: ColourQuestion): string {
  return `${language} ${code}`
}
