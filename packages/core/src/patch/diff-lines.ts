/** A stretch of lines that is the same on both sides, by the numbers of its first lines from 0. */
export type CommonLines = { readonly oldIndex: number; readonly newIndex: number; readonly length: number }

/**
 * What two lists of lines have in common, in order (Myers' algorithm in linear memory). Past `maxSteps` of work it
 * finds less than there is, so the result is always right and sometimes not the shortest.
 */
export function diffLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  maxSteps: number = DEFAULT_STEPS,
): readonly CommonLines[] {
  const { a, b } = intern(oldLines, newLines)
  const common: CommonLines[] = []
  const budget = { steps: maxSteps }
  // Left parts are pushed last and so done first: the stretches come out in order.
  const open: Box[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }]
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    if (box.same !== undefined) {
      add(common, box.same)
      continue
    }
    const { prefix, suffix, inner } = trim(a, b, box)
    add(common, prefix)
    open.push({ ...inner, same: suffix })
    const split = findMiddle({ a, b, box: inner, budget })
    if (split === null) continue
    open.push({ ...inner, aStart: split.x, bStart: split.y }, { ...inner, aEnd: split.x, bEnd: split.y })
  }
  return common
}

const DEFAULT_STEPS = 20_000_000

type Box = {
  readonly aStart: number
  readonly aEnd: number
  readonly bStart: number
  readonly bEnd: number
  readonly same?: CommonLines
}

/** Lines as numbers, so that comparing two costs nothing. */
function intern(oldLines: readonly string[], newLines: readonly string[]) {
  const numbers = new Map<string, number>()
  const toNumbers = (lines: readonly string[]) =>
    Int32Array.from(lines, line => {
      const number = numbers.get(line) ?? numbers.size
      numbers.set(line, number)
      return number
    })
  return { a: toNumbers(oldLines), b: toNumbers(newLines) }
}

function add(common: CommonLines[], lines: CommonLines): void {
  if (lines.length === 0) return
  const last = common.at(-1)
  const continues =
    last !== undefined &&
    last.oldIndex + last.length === lines.oldIndex &&
    last.newIndex + last.length === lines.newIndex
  if (continues) common[common.length - 1] = { ...last, length: last.length + lines.length }
  else common.push(lines)
}

function trim(a: Int32Array, b: Int32Array, box: Box) {
  let { aStart, aEnd, bStart, bEnd } = box
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart += 1
    bStart += 1
  }
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1
    bEnd -= 1
  }
  return {
    prefix: { oldIndex: box.aStart, newIndex: box.bStart, length: aStart - box.aStart },
    suffix: { oldIndex: aEnd, newIndex: bEnd, length: box.aEnd - aEnd },
    inner: { aStart, aEnd, bStart, bEnd },
  }
}

type Search = {
  readonly a: Int32Array
  readonly b: Int32Array
  readonly box: Box
  readonly budget: { steps: number }
}

/** A point through which a shortest way leads; null where there is nothing in common or no time left. */
function findMiddle({ a, b, box, budget }: Search): { readonly x: number; readonly y: number } | null {
  const { aStart, bStart } = box
  const n = box.aEnd - aStart
  const m = box.bEnd - bStart
  if (n === 0 || m === 0) return null
  const delta = n - m
  const isOdd = (delta & 1) !== 0
  const reach = Math.ceil((n + m) / 2)
  const forward = new Int32Array(2 * reach + 2)
  const backward = new Int32Array(2 * reach + 2)
  for (let d = 0; d <= reach; d++) {
    for (let k = -d; k <= d; k += 2) {
      let x = furthest(forward, reach, d, k)
      const start = x
      while (x < n && x - k < m && x - k >= 0 && a[aStart + x] === b[bStart + x - k]) x += 1
      forward[reach + k] = x
      budget.steps -= 1 + x - start
      const opposite = delta - k
      if (isOdd && Math.abs(opposite) < d && x + at(backward, reach + opposite) >= n)
        return point(box, x, x - k)
    }
    for (let k = -d; k <= d; k += 2) {
      let x = furthest(backward, reach, d, k)
      const start = x
      while (x < n && x - k < m && x - k >= 0 && a[box.aEnd - 1 - x] === b[box.bEnd - 1 - x + k]) x += 1
      backward[reach + k] = x
      budget.steps -= 1 + x - start
      const opposite = delta - k
      if (!isOdd && Math.abs(opposite) <= d && x + at(forward, reach + opposite) >= n)
        return point(box, n - x, m - x + k)
    }
    if (budget.steps <= 0) return null
  }
  return null
}

function furthest(ends: Int32Array, reach: number, d: number, k: number): number {
  if (d === 0) return 0
  const down = k === -d || (k !== d && at(ends, reach + k - 1) < at(ends, reach + k + 1))
  return down ? at(ends, reach + k + 1) : at(ends, reach + k - 1) + 1
}

function at(ends: Int32Array, index: number): number {
  return ends[index] ?? 0
}

// A corner would split the box into itself and nothing.
function point({ aStart, aEnd, bStart, bEnd }: Box, x: number, y: number) {
  const isCorner = (x <= 0 && y <= 0) || (aStart + x >= aEnd && bStart + y >= bEnd)
  return isCorner ? null : { x: aStart + x, y: bStart + y }
}
