import type { JsonObject } from '@antiphon/contract'
import type { ForeignAgent, LogLine } from '@antiphon/core/log'
import { beginChain, type ChainState, createEntryWriter, type EntryWriter } from '../entries/entry-writer.ts'
import { toTables } from '../json/table.ts'
import type { AgentReader, FoundOriginals, Original, ReadItem, SessionHead } from '../reader.ts'
import { listThere } from './list-below.ts'
import { isPacked } from './packed.ts'
import { readLines } from './read-lines.ts'

/** What the lines of one session are told of what stands before them, and where they write. */
export type LineWork<State extends ChainState> = {
  readonly state: State
  readonly write: EntryWriter
  readonly head: SessionHead
}

/** Lines of another file that a session begins with. */
export type EarlierLines<State extends ChainState> = {
  readonly path: string
  /** Tells the places in it from those in the session's own file. */
  readonly name: string
  /** Prepares the state for them. */
  begin(work: LineWork<State>): void
  /** Whether a line, which ends at that byte, is still one of them. */
  takes(line: JsonObject, end: number): boolean
  /** Prepares the state for what comes behind them. */
  end(work: LineWork<State>): void
}

/** How one agent's lines become entries; all that it remembers is its state, which is plain JSON. */
export type LineTranslation<State extends ChainState> = {
  readonly agent: ForeignAgent
  readonly version: number
  find(place: string): Promise<FoundOriginals>
  head(original: Original): Promise<SessionHead | null>
  begin(chain: ChainState, head: SessionHead): State
  /** What other files hold of its beginning, in order. */
  before?(original: Original, work: LineWork<State>): Iterable<EarlierLines<State>>
  /** Translates one line. `raw` is its text, for a line that is not known. */
  read(line: JsonObject, work: LineWork<State>, raw: () => string): void
  /** Tells what only another file tells, when all lines were read. */
  end?(original: Original, work: LineWork<State>): void
  /** The fields that every entry gets from what the line is, beside its words. */
  mark?(state: State, head: SessionHead): JsonObject
  /** The files that a session needs beside its own. */
  beside?(original: Original): readonly string[]
}

/** A reader of files that are appended to, a line at a time: it goes on where it stopped. */
export function createLineReader<State extends ChainState>(translation: LineTranslation<State>): AgentReader {
  const { agent, version, beside = () => [] } = translation
  return {
    agent,
    version,
    find: translation.find,
    head: translation.head,
    files: original => listThere(original, beside(original)),
    async *read(original, head, from) {
      const state = toTables(
        from && !isPacked(original.path)
          ? (from.state as unknown as State)
          : translation.begin(beginChain(head), head),
      )
      let items: ReadItem[] = []
      const write = createEntryWriter({
        ...{ agent, head, chain: state, emit: item => items.push(item) },
        ...(translation.mark && { mark: () => translation.mark?.(state, head) ?? {} }),
      })
      const work = { state, write, head }
      // A packed file is finished, and bytes of it lead to no line.
      const goesOn = from !== null && !isPacked(original.path)
      if (!goesOn)
        for (const earlier of translation.before?.(original, work) ?? [])
          for await (const lines of readEarlier(earlier, work)) {
            for (const line of lines) readLine(line, `${earlier.name}:${line.offset}`, { work, items })
            yield* items
            items = []
          }
      let at = goesOn ? from.at : 0
      for await (const lines of readLines(original.path, { from: at })) {
        for (const line of lines) {
          at = line.offset + line.length
          readLine(line, line.offset, { work, items })
        }
        yield* items
        items = []
      }
      translation.end?.(original, work)
      yield* items
      return isPacked(original.path) ? null : { at, state: state as unknown as JsonObject }
    },
  }

  async function* readEarlier(
    earlier: EarlierLines<State>,
    work: LineWork<State>,
  ): AsyncGenerator<readonly LogLine[], void, undefined> {
    earlier.begin(work)
    for await (const lines of readLines(earlier.path)) {
      const end = lines.findIndex(
        line => line.kind === 'entry' && !earlier.takes(line.entry as JsonObject, line.offset + line.length),
      )
      yield end === -1 ? lines : lines.slice(0, end)
      if (end !== -1) break
    }
    earlier.end(work)
  }

  function readLine(
    line: LogLine,
    place: number | string,
    { work, items }: { readonly work: LineWork<State>; readonly items: ReadItem[] },
  ): void {
    if (line.kind === 'blank') return
    if (line.kind === 'bad') {
      const { raw, offset, reason } = line
      items.push({ kind: 'damage', raw, at: offset, reason })
      return
    }
    work.write.at(place)
    const raw = (): string => Buffer.from(line.raw).toString('utf8').trimEnd()
    try {
      translation.read(line.entry as JsonObject, work, raw)
    } catch {
      // What nobody thought of costs the line in which it stands, which is told as it is.
      work.write.unknown(raw())
    }
  }
}
