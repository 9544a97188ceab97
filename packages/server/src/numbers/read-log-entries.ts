import { createReadStream } from 'node:fs'
import type { Entry } from '@antiphon/core'
import { createLineDecoder, type LogLine } from '@antiphon/core/log'

export type PlacedLine = { readonly seq: number; readonly entry: Entry }

export type ReadLogOptions = {
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
  /** The entries that stay as they are; none unless told. */
  readonly isWhole?: (entry: Entry) => boolean
}

/** The entries of a log in its order, without what tools keep for themselves; damage is passed over. */
export async function* readLogEntries(
  path: string,
  { signal, onBytes, isWhole = () => false }: ReadLogOptions,
): AsyncGenerator<PlacedLine, void, undefined> {
  const decoder = createLineDecoder()
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES, signal })) {
    const bytes: Uint8Array = chunk // no encoding was asked for
    onBytes(bytes.length)
    yield* toPlaced(decoder.push(bytes), isWhole)
  }
  yield* toPlaced(decoder.end(), isWhole)
}

const CHUNK_BYTES = 1024 * 1024

function* toPlaced(
  lines: readonly LogLine[],
  isWhole: (entry: Entry) => boolean,
): Generator<PlacedLine, void, undefined> {
  for (const line of lines)
    if (line.kind === 'entry')
      yield { seq: line.offset, entry: isWhole(line.entry) ? line.entry : slim(line.entry) }
}

/** The larger part of a real log is what a tool stored beside its result, which no model ever reads. */
function slim(entry: Entry): Entry {
  if (!('toolUseResult' in entry)) return entry
  const { toolUseResult: _, ...rest } = entry
  return rest as Entry // the field is optional wherever it stands
}
