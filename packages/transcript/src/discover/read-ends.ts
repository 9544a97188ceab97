import { countMessages } from '@antiphon/core'
import type { LogLine } from '@antiphon/core/log'
import type { ByteSource } from '../file/line-edges.ts'
import { linesBackwards, linesForwards } from './chunk-lines.ts'
import { estimateMessages } from './count-messages.ts'
import { createHeadCollector, type HeadCollector } from './head-facts.ts'
import { type LineChunk, readChunksBackwards, readChunksForwards } from './read-line-chunks.ts'
import { createRecordCollector, mayHoldRecord } from './record-facts.ts'
import type { SessionFile } from './session-file.ts'
import type { DamagedStretch, SessionSummary, SessionTitle } from './session-summary.ts'
import { createTailCollector, mayHoldPrompt, type TailCollector } from './tail-facts.ts'

/** How much of a file may be read. */
export type SummaryLimits = {
  /** A file of at most so many bytes is read whole. */
  readonly whole: number
  /** What is read of its beginning, step by step, until all is known that stands there; and of its end. */
  readonly head: readonly number[]
  readonly tail: readonly number[]
}

/**
 * 64 KiB of most files. More where a name or a prompt is missing: they do stand further from the end, and a picture in
 * the first prompt makes a line of a megabyte.
 */
export const DEFAULT_SUMMARY_LIMITS: SummaryLimits = {
  whole: 64 * 1024,
  head: [16 * 1024, 112 * 1024, 1024 * 1024],
  tail: [48 * 1024, 256 * 1024],
}

/** What the ends of a file told. */
export type FileEnds = {
  readonly isWhole: boolean
  readonly head: HeadCollector['facts']
  readonly tail: TailCollector['facts']
  readonly title: SessionTitle | undefined
  readonly relocatedCwd: string | undefined
  readonly messages: SessionSummary['messages']
  readonly damage: readonly DamagedStretch[]
}

export type ReadEndsOptions = {
  readonly file: SessionFile
  readonly size: number
  readonly limits: SummaryLimits
}

/** Reads a small file whole, and of a large one no more than its list entry needs. */
export async function readEnds(source: ByteSource, options: ReadEndsOptions): Promise<FileEnds> {
  const { file, size, limits } = options
  const isSubagent = file.kind === 'subagent'
  const head = createHeadCollector({ isSubagent })
  const tail = createTailCollector({ isSubagent })
  const records = createRecordCollector(id => id === file.key.session || id === head.facts.sessionId)
  /** What was read, from the end to the beginning. */
  const chunks: LineChunk[] = []
  const damage = new Map<number, DamagedStretch>()
  const isWhole = size <= limits.whole
  const count = isWhole ? await readWhole() : await readBothEnds()
  return {
    isWhole,
    head: head.facts,
    tail: tail.facts,
    title: records.title(hasMessage),
    relocatedCwd: records.relocatedCwd(),
    messages: { count, isExact: isWhole },
    damage: [...damage.values()].sort((one, other) => one.offset - other.offset),
  }

  async function readWhole(): Promise<number> {
    for await (const chunk of readChunksForwards(source, { size, steps: [size] })) {
      chunks.push(chunk)
      const lines = [...linesForwards(chunk)]
      const backwards = lines.toReversed()
      for (const line of lines) noteDamage(line)
      takeHead(lines)
      takeTail(backwards)
      takeLastPrompt(backwards)
      takeRecords(backwards)
      return countMessages(lines.flatMap(line => (line.kind === 'entry' ? [line.entry] : []))).messages
    }
    return 0
  }

  async function readBothEnds(): Promise<number> {
    const first: LineChunk[] = []
    for await (const chunk of readChunksForwards(source, { size, steps: limits.head })) {
      first.unshift(chunk)
      takeHead(head.isSettled() ? linesForwards(chunk, mayHoldPrompt) : linesForwards(chunk))
      if (head.isSettled() && head.hasPrompt()) break
    }
    for await (const chunk of readChunksBackwards(source, { size, steps: limits.tail })) {
      if (chunks.push(chunk) === 1) takeTail(linesBackwards(chunk))
      takeLastPrompt(linesBackwards(chunk, mayHoldPrompt))
      takeRecords(linesBackwards(chunk, mayHoldRecord))
      if (tail.hasPrompt() && (records.hasName() || !mayHaveName(tail.facts.version))) break
    }
    for (const chunk of first) takeRecords(linesBackwards(chunk, mayHoldRecord))
    chunks.push(...first)
    return estimateMessages(chunks, size)
  }

  function takeHead(lines: Iterable<LogLine>): void {
    for (const line of lines) {
      if (head.isSettled() && head.hasPrompt()) return
      noteDamage(line)
      if (line.kind === 'entry') head.take(line.entry)
    }
  }

  function takeTail(lines: Iterable<LogLine>): void {
    for (const line of lines) {
      if (tail.isSettled()) return
      noteDamage(line)
      if (line.kind === 'entry') tail.take(line.entry)
    }
  }

  function takeLastPrompt(lines: Iterable<LogLine>): void {
    for (const line of lines) {
      if (tail.hasPrompt()) return
      noteDamage(line)
      if (line.kind === 'entry') tail.takePrompt(line.entry)
    }
  }

  function takeRecords(lines: Iterable<LogLine>): void {
    for (const line of lines) if (line.kind === 'entry') records.take(line.entry)
  }

  function hasMessage(uuid: string): boolean {
    const needle = Buffer.from(`"uuid":${JSON.stringify(uuid)}`)
    return chunks.some(({ bytes }) => bytes.includes(needle))
  }

  function noteDamage(line: LogLine): void {
    if (line.kind === 'bad')
      damage.set(line.offset, { reason: line.reason, offset: line.offset, length: line.length })
  }
}

/** Names came with version 2. */
function mayHaveName(version: string | undefined): boolean {
  return version !== undefined && !/^[01]\./.test(version)
}
