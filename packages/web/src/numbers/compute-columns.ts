/** Where things that stand side by side are drawn. */
export type Columns = {
  /** Of one column with its gap. */
  readonly step: number
  /** Of one column. */
  readonly width: number
  /** The left edge of the column at a place. */
  readonly left: (index: number) => number
  /** The column at a distance from the left, or the nearest one. */
  readonly at: (x: number) => number
}

/** Shares a width among columns, with gaps that narrow as they do, and none wider than `widest`. */
export function computeColumns(
  count: number,
  width: number,
  widest: number = Number.POSITIVE_INFINITY,
): Columns {
  const step = count === 0 ? width : width / count
  const drawn = Math.max(MIN_WIDTH, Math.min(widest, step - Math.min(MAX_GAP, step * GAP_SHARE)))
  return {
    step,
    width: drawn,
    left: index => index * step + (step - drawn) / 2,
    at: x => Math.min(Math.max(0, count - 1), Math.max(0, Math.floor(x / step))),
  }
}

const MIN_WIDTH = 1
const MAX_GAP = 8
const GAP_SHARE = 0.25

/** Which of many labels are drawn so that none touches the next: every n-th, counted from the last. */
export function computeLabelPlaces(count: number, width: number, labelWidth: number): readonly number[] {
  const room = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.max(1, Math.ceil(count / room))
  return Array.from({ length: count }, (_, index) => index).filter(index => (count - 1 - index) % every === 0)
}
