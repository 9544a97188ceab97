import type { NumbersBar } from '@antiphon/server/protocol'

/** A bar, or one place for a long stretch without anything. */
export type ShownBar = NumbersBar & {
  /** How many bars without anything this one stands for; 0 for a bar. */
  readonly skipped: number
}

/** The bars with long empty stretches between them as one place each. */
export function collapseBars(bars: readonly NumbersBar[]): readonly ShownBar[] {
  const shown: ShownBar[] = []
  let empty: NumbersBar[] = []
  const endStretch = (): void => {
    const [first] = empty
    if (empty.length >= LONG && first) shown.push({ ...first, skipped: empty.length })
    else shown.push(...empty.map(bar => ({ ...bar, skipped: 0 })))
    empty = []
  }
  for (const bar of bars) {
    if (isEmpty(bar)) {
      empty.push(bar)
      continue
    }
    endStretch()
    shown.push({ ...bar, skipped: 0 })
  }
  endStretch()
  return shown
}

/** So many in a row say no more than one. */
const LONG = 5

function isEmpty({ costs, tokens }: NumbersBar): boolean {
  return costs.every(cost => cost === 0) && tokens.every(count => count === 0)
}
