import { idStart, ROW_WORDS, WORD } from './answer-rows.ts'
import type { FileTable } from './file-table.ts'

/** Finds rows of many tables whose ids are the same. */
export interface RowIndex {
  /** The number of the row that had this id first; `number` itself where none had. */
  place(table: FileTable, row: number, number: number): number
}

/** `find` gives the table of a row's number, and where in it the row is. There are at most `size` rows. */
export function createRowIndex(
  size: number,
  find: (number: number) => { readonly table: FileTable; readonly row: number },
): RowIndex {
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, size * 2)))
  const slots = new Uint32Array(capacity)
  const hashes = new Uint32Array(capacity)
  return {
    place(table, row, number) {
      const hash = table.rows[row * ROW_WORDS + WORD.hash] ?? 0
      for (let slot = hash & (capacity - 1); ; slot = (slot + 1) & (capacity - 1)) {
        const found = slots[slot] ?? 0
        if (found === 0) {
          slots[slot] = number + 1
          hashes[slot] = hash
          return number
        }
        if (hashes[slot] !== hash) continue
        const other = find(found - 1)
        if (isSameId(table, row, other)) return found - 1
      }
    },
  }
}

function isSameId(
  table: FileTable,
  row: number,
  other: { readonly table: FileTable; readonly row: number },
): boolean {
  const [one, two] = [spanOf(table, row), spanOf(other.table, other.row)]
  if (one.end - one.start !== two.end - two.start) return false
  for (let index = 0; index < one.end - one.start; index++)
    if (table.bytes[one.start + index] !== other.table.bytes[two.start + index]) return false
  return true
}

function spanOf(table: FileTable, row: number): { readonly start: number; readonly end: number } {
  const start = row * ROW_WORDS
  return { start: idStart(table, start), end: table.rows[start + WORD.idEnd] ?? 0 }
}
