import { createHash } from 'node:crypto'
import type { JsonObject } from '@antiphon/contract'
import type { PermissionDenial } from '../query/create-permit.ts'

/** Calls that were refused: told with the turn in which it happened, and known for a while when they come again. */
export interface Denials {
  add(denial: PermissionDenial): void
  /** Those that were not told yet. */
  take(): readonly PermissionDenial[]
  /** Whether this very call was refused before. */
  has(call: RefusedCall): boolean
  /** It was allowed after all; true where it was refused before and nobody said so yet. */
  makeGood(call: RefusedCall): boolean
}

type RefusedCall = { readonly toolName: string; readonly input: JsonObject }

/** None yet. What is remembered of a refusal is small, and of many only the newest are. */
export function createDenials(): Denials {
  let untold: readonly PermissionDenial[] = []
  const known = new Set<string>()
  return {
    add(denial) {
      untold = [...untold.slice(-MAX_UNTOLD), denial]
      known.add(toKey({ toolName: denial.tool_name, input: denial.tool_input }))
      const [oldest] = known
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    },
    take() {
      const taken = untold
      untold = []
      return taken
    },
    has: call => known.size > 0 && known.has(toKey(call)),
    makeGood: call => known.delete(toKey(call)),
  }
}

const MAX_KNOWN = 200
const MAX_UNTOLD = 1_000

function toKey({ toolName, input }: RefusedCall): string {
  return createHash('sha256')
    .update(`${toolName}\n${JSON.stringify(input)}`)
    .digest('base64')
}
