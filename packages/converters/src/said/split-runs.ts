import type { SaidBlock, SaidResult } from './said.ts'

/** Neighbours of a message that other libraries keep in messages of their own: results, and all that is none. */
export type BlockRun =
  | { readonly kind: 'results'; readonly blocks: readonly SaidResult[] }
  | { readonly kind: 'words'; readonly blocks: readonly Exclude<SaidBlock, SaidResult>[] }

/** A message's blocks as such runs, in their order. */
export function splitRuns(blocks: readonly SaidBlock[]): readonly BlockRun[] {
  const runs: (
    | { kind: 'results'; blocks: SaidResult[] }
    | { kind: 'words'; blocks: Exclude<SaidBlock, SaidResult>[] }
  )[] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (block.kind === 'result') {
      if (last?.kind === 'results') last.blocks.push(block)
      else runs.push({ kind: 'results', blocks: [block] })
    } else if (last?.kind === 'words') last.blocks.push(block)
    else runs.push({ kind: 'words', blocks: [block] })
  }
  return runs
}
