/** A line of a change; numbers are those of the old and of the new file, where they are known. */
export type DiffLine = {
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly text: string
  readonly before?: number
  readonly after?: number
}

/** The lines that differ between two texts, with the lines around them. */
export function computeDiff(before: string, after: string): DiffLine[] {
  const old = toLines(before)
  const fresh = toLines(after)
  let head = 0
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1
  let tail = 0
  while (
    tail < old.length - head &&
    tail < fresh.length - head &&
    old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]
  )
    tail += 1
  const middle = alignLines(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail))
  return [
    ...same(old.slice(Math.max(0, head - CONTEXT), head)),
    ...middle,
    ...same(old.slice(old.length - tail, old.length - tail + CONTEXT)),
  ]
}

const CONTEXT = 3
// Aligning costs the product of both lengths.
const MOST_ALIGNED = 250_000

function toLines(text: string): readonly string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map(text => ({ kind: 'same', text }))
}

/** Keeps the longest lines that both have in the same order; too much is told as taken out and put in. */
function alignLines(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  if (old.length * fresh.length > MOST_ALIGNED)
    return [
      ...old.map(text => ({ kind: 'removed' as const, text })),
      ...fresh.map(text => ({ kind: 'added' as const, text })),
    ]
  const width = fresh.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = fresh.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === fresh[column]
          ? at(common, (row + 1) * width + column + 1) + 1
          : Math.max(at(common, (row + 1) * width + column), at(common, row * width + column + 1))
  return walk({ old, fresh, common, width })
}

type Walk = {
  readonly old: readonly string[]
  readonly fresh: readonly string[]
  readonly common: Uint32Array
  readonly width: number
}

function walk({ old, fresh, common, width }: Walk): DiffLine[] {
  const lines: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < fresh.length) {
    const isSame = row < old.length && column < fresh.length && old[row] === fresh[column]
    const isRemoved =
      row < old.length &&
      (column >= fresh.length ||
        at(common, (row + 1) * width + column) >= at(common, row * width + column + 1))
    if (isSame) lines.push({ kind: 'same', text: old[row] ?? '' })
    else if (isRemoved) lines.push({ kind: 'removed', text: old[row] ?? '' })
    else lines.push({ kind: 'added', text: fresh[column] ?? '' })
    if (isSame || isRemoved) row += 1
    if (isSame || !isRemoved) column += 1
  }
  return lines
}

function at(numbers: Uint32Array, index: number): number {
  return numbers[index] ?? 0
}
