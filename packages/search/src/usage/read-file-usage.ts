import { closeSync, constants, openSync } from 'node:fs'
import { ROW_WORDS } from './answer-rows.ts'
import { decodeRow } from './decode-row.ts'
import { encodeTable } from './encode-table.ts'
import { checksumTail, isContinued, stateOf } from './file-state.ts'
import type { KnownFile } from './file-table.ts'
import { createFileUsageBuilder, type FileUsage, type FileUsageBuilder, NO_FILE_USAGE } from './file-usage.ts'
import { type LineMemory, readLines } from './read-lines.ts'
import { scanAnswers } from './scan-answers.ts'
import { scanToolCalls } from './scan-tool-calls.ts'

export type ReadFileUsageOptions = {
  /** From an earlier time: where the file still begins with it, only the rest is read. */
  readonly known: KnownFile | undefined
  readonly hasTools: boolean
  readonly memory: LineMemory
  readonly signal: AbortSignal | undefined
  /** Told of bytes as they are read. */
  readonly onBytes: (count: number) => void
}

/**
 * Reads what a file says of usage, up to the length that it has now. Undefined where the file was cut meanwhile: a
 * mixture of two states would give a number that was never true. Throws what the system throws.
 */
export async function readFileUsage(
  path: string,
  options: ReadFileUsageOptions,
): Promise<KnownFile | undefined> {
  const descriptor = openForReading(path)
  try {
    const readAt = Date.now()
    const before = stateOf(descriptor)
    const known = chooseKnown(descriptor, options)
    if (known && known.state.size === before.size)
      return { ...known, state: { ...known.state, ...before, readAt } }
    const read = await readOn(descriptor, known, { ...options, size: before.size })
    if (!read) return undefined
    const { builder, end } = read
    const tail = checksumTail(descriptor, before.size)
    if (tail === -1 || stateOf(descriptor).size < before.size) return undefined
    const { answers, calls, ...facts } = builder.build()
    return { state: { ...before, readAt, tail, end }, table: encodeTable(answers, facts), calls }
  } finally {
    closeSync(descriptor)
  }
}

/** Reads behind what is known; all of it again where that went on with an answer that was counted. */
async function readOn(
  descriptor: number,
  known: KnownFile | undefined,
  options: ReadFileUsageOptions & { readonly size: number },
): Promise<{ readonly builder: FileUsageBuilder; readonly end: number } | undefined> {
  const builder = createFileUsageBuilder(known ? toFileUsage(known) : NO_FILE_USAGE)
  const receivers = toReceivers(builder, options.hasTools)
  const end = await readLines(descriptor, { ...options, ...receivers, from: known?.state.end ?? 0 })
  if (end === undefined) return undefined
  return builder.goesOn() ? readOn(descriptor, undefined, options) : { builder, end }
}

/** Opens a file; without O_NONBLOCK a pipe would keep us waiting for somebody who writes. */
export function openForReading(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
}

function chooseKnown(descriptor: number, { known, hasTools }: ReadFileUsageOptions): KnownFile | undefined {
  if (!known || (hasTools && known.calls === null)) return undefined
  if (!isContinued(descriptor, stateOf(descriptor), known.state)) return undefined
  // What is read on without tools must not seem to know all of them.
  return hasTools || known.calls === null ? known : { ...known, calls: null }
}

function toFileUsage({ table, calls }: KnownFile): FileUsage {
  const count = table.rows.length / ROW_WORDS
  return { ...table.facts, answers: Array.from({ length: count }, (_, row) => decodeRow(table, row)), calls }
}

function toReceivers(
  builder: FileUsageBuilder,
  hasTools: boolean,
): {
  readonly onLines: (lines: Buffer) => void
  readonly onRest: (rest: Buffer) => void
  readonly onTooLong: () => void
} {
  if (hasTools) builder.addCalls([])
  function take(lines: Buffer): number {
    const { reports, damaged } = scanAnswers(lines)
    builder.add(reports)
    if (hasTools) builder.addCalls(scanToolCalls(lines))
    return damaged
  }
  return {
    onLines: lines => builder.addDamage(take(lines)),
    // What is not whole there may still be being written.
    onRest: rest => void take(rest),
    onTooLong: () => builder.addDamage(1),
  }
}
