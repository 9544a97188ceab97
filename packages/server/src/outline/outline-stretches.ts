import type { OutlineStretch, OutlineStretches } from '../protocol/outline.ts'

/** What is counted of one message. */
export type StretchCount = {
  readonly seq: number
  readonly at: string | null
  readonly kind: 'prompts' | 'answers' | 'calls' | 'errors' | null
}

/** Counts a log that grows in at most so many stretches: when it gets longer, the stretches do. */
export function createStretches(): {
  readonly count: (message: StretchCount) => void
  readonly read: (end: number) => OutlineStretches
} {
  let width = FIRST_WIDTH
  let list: Counted[] = []

  function at(seq: number): Counted {
    while (Math.floor(seq / width) >= MOST) {
      list = joinPairs(list)
      width *= 2
    }
    const index = Math.floor(seq / width)
    while (list.length <= index) list.push(createCounted())
    return list[index] ?? createCounted()
  }

  return {
    count({ seq, at: time, kind }) {
      const stretch = at(seq)
      stretch.seq ??= seq
      stretch.at ??= time
      if (kind) stretch[kind] += 1
    },
    read(end) {
      const last = Math.ceil(end / width)
      const filled = Array.from(
        { length: Math.min(MOST, last) },
        (_, index) => list[index] ?? createCounted(),
      )
      return { width, list: filled.map(stretch => ({ ...stretch })) }
    },
  }
}

const FIRST_WIDTH = 1024
const MOST = 240

type Counted = { -readonly [Name in keyof OutlineStretch]: OutlineStretch[Name] }

function createCounted(): Counted {
  return { seq: null, at: null, prompts: 0, answers: 0, calls: 0, errors: 0 }
}

function joinPairs(list: readonly Counted[]): Counted[] {
  return Array.from({ length: Math.ceil(list.length / 2) }, (_, index) => {
    const [one, other] = [list[index * 2] ?? createCounted(), list[index * 2 + 1] ?? createCounted()]
    return {
      seq: one.seq ?? other.seq,
      at: one.at ?? other.at,
      prompts: one.prompts + other.prompts,
      answers: one.answers + other.answers,
      calls: one.calls + other.calls,
      errors: one.errors + other.errors,
    }
  })
}
