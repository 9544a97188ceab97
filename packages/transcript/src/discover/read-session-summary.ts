import { countMessages } from '@antiphon/core'
import type { LogLine } from '@antiphon/core/log'
import { type DiscoveryProblem, toDiscoveryProblem } from './discovery-problem.ts'
import {
  estimateMessageCount,
  type LineChunk,
  linesBackwards,
  linesForwards,
  readChunksBackwards,
  readChunksForwards,
} from './line-chunks.ts'
import { type OpenFile, openFile } from './open-file.ts'
import {
  createHeadCollector,
  createRecordCollector,
  createTailCollector,
  type FactCollector,
  mayHoldPrompt,
  mayHoldRecord,
  type SessionFacts,
} from './session-facts.ts'
import type { DamagedStretch, SessionFile, SessionSummary, SessionTitle } from './session-summary.ts'

export type ReadSummaryOptions = {
  /** Logs of subagents that belong to the session. */
  readonly subagents?: number
  readonly limits?: SummaryLimits
}

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
const DEFAULT_LIMITS: SummaryLimits = {
  whole: 64 * 1024,
  head: [16 * 1024, 112 * 1024, 1024 * 1024],
  tail: [48 * 1024, 256 * 1024],
}

/** Reads what a list shows of a session; what cannot be read is told, and not thrown. */
export async function readSessionSummary(
  file: SessionFile,
  { subagents = 0, limits = DEFAULT_LIMITS }: ReadSummaryOptions = {},
): Promise<SessionSummary | DiscoveryProblem> {
  let opened: OpenFile | undefined
  try {
    opened = await openFile(file.path)
    const { kind, key, path, root } = file
    const { size, modifiedAt } = opened
    const facts = toFacts(file, await readEnds(opened, file, limits))
    return { kind, key, path, root, ...facts, size, modifiedAt: modifiedAt.toISOString(), subagents }
  } catch (error) {
    return toDiscoveryProblem(error, file.path)
  } finally {
    opened?.close()
  }
}

/** Prompts only where all of the file was read. */
type Counted = { readonly messages: number; readonly prompts: number | undefined }

/** What the ends of a file told. */
type FileEnds = Pick<SessionSummary, 'isWhole' | 'messages' | 'damage'> & {
  readonly prompts: number | undefined
  readonly head: SessionFacts
  readonly tail: SessionFacts
  readonly title: SessionTitle | undefined
  readonly relocatedCwd: string | undefined
}

/** Reads a small file whole, and of a large one no more than its list entry needs. */
async function readEnds(source: OpenFile, file: SessionFile, limits: SummaryLimits): Promise<FileEnds> {
  const { size } = source
  const head = createHeadCollector(file.kind === 'subagent')
  const tail = createTailCollector(file.kind === 'subagent')
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
    title: records.title(hasMessage, head.facts.plan),
    relocatedCwd: records.relocatedCwd(),
    messages: { count: count.messages, isExact: isWhole },
    prompts: count.prompts,
    damage: [...damage.values()].sort((one, other) => one.offset - other.offset),
  }

  async function readWhole(): Promise<Counted> {
    for await (const chunk of readChunksForwards(source, { size, steps: [size] })) {
      chunks.push(chunk)
      const lines = [...linesForwards(chunk)]
      const backwards = lines.toReversed()
      lines.forEach(noteDamage)
      take(lines, head, () => isNamed(head))
      take(backwards, tail, tail.isSettled)
      takePrompt(backwards)
      takeRecords(backwards)
      return countMessages(lines.flatMap(line => (line.kind === 'entry' ? [line.entry] : [])))
    }
    return { messages: 0, prompts: 0 }
  }

  async function readBothEnds(): Promise<Counted> {
    const first: LineChunk[] = []
    for await (const chunk of readChunksForwards(source, { size, steps: limits.head })) {
      first.unshift(chunk)
      take(linesForwards(chunk, head.isSettled() ? mayHoldPrompt : undefined), head, () => isNamed(head))
      // For a better name than the first words one step more is read, and no further.
      if (isNamed(head) || (isKnown(head) && first.length > 1)) break
    }
    for await (const chunk of readChunksBackwards(source, { size, steps: limits.tail })) {
      if (chunks.push(chunk) === 1) take(linesBackwards(chunk), tail, tail.isSettled)
      takePrompt(linesBackwards(chunk, mayHoldPrompt))
      takeRecords(linesBackwards(chunk, mayHoldRecord))
      if (hasPrompt(tail) && (records.hasName() || !mayHaveName(tail.facts.version))) break
    }
    for (const chunk of first) takeRecords(linesBackwards(chunk, mayHoldRecord))
    chunks.push(...first)
    return { messages: estimateMessageCount(chunks, size), prompts: undefined }
  }

  function takePrompt(lines: Iterable<LogLine>): void {
    take(lines, { take: tail.takePrompt }, () => hasPrompt(tail))
  }

  function take(lines: Iterable<LogLine>, to: Pick<FactCollector, 'take'>, isDone: () => boolean): void {
    for (const line of lines) {
      if (isDone()) return
      noteDamage(line)
      if (line.kind === 'entry') to.take(line.entry)
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

function hasPrompt({ facts }: FactCollector): boolean {
  return facts.prompt !== undefined
}

function isKnown(head: FactCollector): boolean {
  return head.isSettled() && hasPrompt(head)
}

/** True where also a prompt was met that says enough to name the session by it. */
function isNamed(head: FactCollector): boolean {
  return isKnown(head) && (head.facts.tellingPrompt !== undefined || head.facts.plan !== undefined)
}

/** Names came with version 2. */
function mayHaveName(version: string | undefined): boolean {
  return version !== undefined && !/^[01]\./.test(version)
}

function toFacts(
  { kind, key }: SessionFile,
  { isWhole, head, tail, messages, prompts, damage, ...records }: FileEnds,
): Omit<SessionSummary, keyof SessionFile | 'size' | 'modifiedAt' | 'subagents'> {
  const isSidechain = !head.hasMain && !tail.hasMain && (head.hasSide || tail.hasSide)
  // In the middle of a file that was not read there may still be a person.
  const isTask = isSidechain && isWhole
  const firstPrompt = head.prompt ?? (isTask ? head.task : undefined)
  const facts = {
    title:
      records.title ??
      nameless(head.tellingPrompt ?? firstPrompt ?? (isSidechain ? head.task : undefined), head.command),
    firstPrompt,
    lastPrompt: tail.prompt ?? (isTask ? tail.task : undefined),
    startedAt: head.time,
    endedAt: tail.time,
    cwd: records.relocatedCwd ?? head.cwd,
    gitBranch: tail.gitBranch,
    version: tail.version,
    entrypoint: tail.entrypoint ?? head.entrypoint,
    model: tail.model ?? (isTask ? tail.sideModel : undefined),
    prompts,
  }
  const owner = kind === 'subagent' && key.subpath === undefined ? head.sessionId : undefined
  const session = owner ?? key.session
  return { isWhole, session, ...withoutUndefined(facts), messages, isSidechain, damage }
}

function nameless(prompt: string | undefined, command: string | undefined): SessionTitle | undefined {
  if (prompt !== undefined) return { text: prompt, source: 'prompt' }
  return command === undefined ? undefined : { text: command, source: 'command' }
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // What is left holds no undefined; the type of `fromEntries` does not say so.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
