import { ROW_WORDS } from './answer-rows.ts'
import type { AnswerRuns } from './answer-runs.ts'
import { frame, unframe } from './cache-frame.ts'
import type { ReadState } from './file-state.ts'
import type { FileFacts, KnownFile } from './file-table.ts'
import type { KnownFiles } from './usage-cache.ts'

const FRAME = { name: 'antiphon usage', version: 4 } as const

/** One file of what many files say: the length of the directory, all rows, all bytes, and the directory. */
export function encodeTables(files: KnownFiles): readonly Uint8Array[] {
  const entries: Entry[] = []
  const [rows, bytes]: [Uint8Array[], Uint8Array[]] = [[], []]
  for (const [path, { state, table }] of files) {
    const { facts, texts, runs } = table
    const sizes = [table.rows.length / ROW_WORDS, table.bytes.length] as const
    entries.push([path, toNumbers(state), facts, texts, runs, sizes])
    rows.push(new Uint8Array(table.rows.buffer, table.rows.byteOffset, table.rows.byteLength))
    bytes.push(table.bytes)
  }
  const directory = Buffer.from(JSON.stringify(entries), 'utf8')
  return frame(FRAME, [new Uint8Array(Uint32Array.of(directory.length).buffer), ...rows, ...bytes, directory])
}

export function decodeTables(file: Buffer): KnownFiles | 'damaged' | 'other-version' {
  const body = unframe(FRAME, file)
  if (typeof body === 'string') return body
  // Rows are words; a buffer of Node may begin anywhere.
  const whole = body.byteOffset % 4 === 0 ? body : Buffer.from(Uint8Array.from(body).buffer)
  const length = new Uint32Array(whole.buffer, whole.byteOffset, 1)[0] ?? 0
  // The checksum says that it is what this version wrote.
  const entries = JSON.parse(whole.toString('utf8', whole.length - length)) as readonly Entry[]
  let rowStart = whole.byteOffset + Uint32Array.BYTES_PER_ELEMENT
  const rowBytes = ROW_WORDS * Uint32Array.BYTES_PER_ELEMENT
  let start = rowStart + entries.reduce((sum, entry) => sum + entry[5][0], 0) * rowBytes
  const files = new Map<string, KnownFile>()
  for (const [path, state, facts, texts, runs, [count, size]] of entries) {
    const rows = new Uint32Array(whole.buffer, rowStart, count * ROW_WORDS)
    const bytes = new Uint8Array(whole.buffer, start, size)
    files.set(path, { state: fromNumbers(state), table: { facts, texts, runs, rows, bytes }, calls: null })
    rowStart += count * rowBytes
    start += size
  }
  return files
}

type Entry = readonly [
  path: string,
  state: StateNumbers,
  facts: FileFacts,
  texts: readonly string[],
  runs: AnswerRuns,
  sizes: readonly [rows: number, bytes: number],
]

type StateNumbers = readonly number[]

function toNumbers({ inode, size, modifiedAt, changedAt, readAt, tail, end }: ReadState): StateNumbers {
  return [inode, size, modifiedAt, changedAt, readAt, tail, end]
}

function fromNumbers(numbers: StateNumbers): ReadState {
  const [inode = 0, size = 0, modifiedAt = 0, changedAt = 0, readAt = 0, tail = 0, end = 0] = numbers
  return { inode, size, modifiedAt, changedAt, readAt, tail, end }
}
