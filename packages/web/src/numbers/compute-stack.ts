/** A part of a stack, from its lower to its upper edge. */
export type StackPart = { readonly from: number; readonly to: number }

/** Puts values on top of each other, the first at the bottom; what is no amount takes no room. */
export function computeStack(values: readonly number[]): readonly StackPart[] {
  let height = 0
  return values.map(value => {
    const from = height
    height += value > 0 && Number.isFinite(value) ? value : 0
    return { from, to: height }
  })
}

/** How high a stack is. */
export function stackHeight(values: readonly number[]): number {
  return computeStack(values).at(-1)?.to ?? 0
}
