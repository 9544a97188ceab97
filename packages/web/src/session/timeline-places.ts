import type { Outline, OutlineMark } from '@antiphon/server/protocol'

/** The position at a share of a log, from 0 to 1: where a message begins. Undefined for its end. */
export function seqAt({ stretches, end }: Outline, share: number): number | undefined {
  if (share >= 1) return undefined
  const index = Math.floor((Math.max(0, share) * end) / stretches.width)
  for (let at = Math.min(index, stretches.list.length - 1); at >= 0; at -= 1) {
    const seq = stretches.list[at]?.seq
    if (seq !== null && seq !== undefined) return seq
  }
  return 0
}

/** The mark that comes next in a direction. */
export function findMark({ marks }: Outline, from: number, step: 1 | -1): OutlineMark | undefined {
  return step === 1 ? marks.find(({ seq }) => seq > from) : marks.findLast(({ seq }) => seq < from)
}

/** The last thing that somebody asked before a position. */
export function promptAt({ marks }: Outline, seq: number): OutlineMark | undefined {
  return marks.findLast(mark => mark.kind === 'prompt' && mark.seq <= seq)
}

/** When it was, at a position. */
export function timeAt({ stretches }: Outline, seq: number): string | undefined {
  for (let at = Math.floor(seq / stretches.width); at >= 0; at -= 1) {
    const time = stretches.list[at]?.at
    if (time) return time
  }
  return undefined
}
