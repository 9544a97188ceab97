import { ROW_WORDS } from './answer-rows.ts'
import { type BookedAnswer, type FileOwner, mergeBookedAnswers, toBookedAnswer } from './booked-answer.ts'
import { decodeRow } from './decode-row.ts'
import type { FileTable } from './file-table.ts'
import { createRowIndex } from './row-index.ts'

/** A file whose rows are counted from `first` on, over all files. */
export type BookedFile = { readonly table: FileTable; readonly file: FileOwner; readonly first: number }

export type RepeatedAnswers = {
  /** True for a row whose answer stands nowhere else. */
  readonly isSingle: (number: number) => boolean
  /** True if that is so for `count` rows from `first` on. */
  readonly areSingle: (first: number, count: number) => boolean
  /** All others, each once. */
  readonly answers: readonly BookedAnswer[]
}

/** Finds answers that stand in several rows, and makes one of each. */
export function mergeRepeated(files: readonly BookedFile[], size: number): RepeatedAnswers {
  const repeated = new Uint8Array(size)
  const merged = new Map<number, BookedAnswer>()
  const index = createRowIndex(size, number => findRow(files, number))
  for (const booked of files) {
    const count = booked.table.rows.length / ROW_WORDS
    for (let row = 0; row < count; row++) {
      const number = booked.first + row
      const first = index.place(booked.table, row, number)
      if (first === number) continue
      repeated[first] = 1
      repeated[number] = 1
      const before = merged.get(first) ?? decode(findRow(files, first))
      merged.set(first, mergeBookedAnswers(before, decode({ ...booked, row })))
    }
  }
  // Files are asked for in their order: what was found for one does for most that follow.
  let [from, next] = [0, -1]
  return {
    isSingle: number => repeated[number] === 0,
    areSingle(first, count) {
      if (first < from || first > next) {
        const found = repeated.indexOf(1, first)
        from = first
        next = found === -1 ? size : found
      }
      return next >= first + count
    },
    answers: [...merged.values()],
  }
}

function decode({ table, file, row }: BookedFile & { readonly row: number }): BookedAnswer {
  return toBookedAnswer(decodeRow(table, row), file)
}

function findRow(files: readonly BookedFile[], number: number): BookedFile & { readonly row: number } {
  let [low, high] = [0, files.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((files[middle]?.first ?? 0) <= number) low = middle
    else high = middle - 1
  }
  const found = files[low]
  if (!found) throw new RangeError(`no file has row ${number}`)
  return { ...found, row: number - found.first }
}
