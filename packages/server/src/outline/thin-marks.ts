import type { OutlineMark } from '../protocol/outline.ts'

/** So few marks that they can be told apart: those of a kind that stand close together become the first of them. */
export function thinMarks(marks: readonly OutlineMark[], end: number): readonly OutlineMark[] {
  if (marks.length <= MOST) return marks
  const slots = new Map<string, OutlineMark>()
  const width = Math.max(1, end / (MOST / KINDS))
  for (const mark of marks) {
    const name = `${mark.kind} ${Math.floor(mark.seq / width)}`
    const known = slots.get(name)
    slots.set(name, known ? { ...known, count: known.count + mark.count } : mark)
  }
  return [...slots.values()]
}

const KINDS = 4
const MOST = 200
