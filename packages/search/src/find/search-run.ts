import { closeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { SearchDocument, SearchField } from '../document/read-document.ts'
import { decodeEntries } from '../document/read-document.ts'
import { readObject, readText } from '../document/read-fields.ts'
import { matchesQuery } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import { openForReading, readFileBatches, readFully, splitLines } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'
import type { Found } from './find-documents.ts'

/** What the places of one search share. */
export interface SearchRun {
  readonly query: SearchQuery
  readonly files: OpenFiles
  /** Those of a line's documents that the query finds. */
  judge(documents: readonly SearchDocument[], place: Omit<Found, 'document'>): readonly Found[]
  /** Lets others have their turn when it is time; throws where the search was called off. */
  rest(): Promise<void>
}

type SearchRunOptions = {
  readonly signal?: AbortSignal | undefined
  /** Where it gives something to wait for, the search rests until then. */
  readonly held?: (() => Promise<void> | undefined) | undefined
}

export function createSearchRun(query: SearchQuery, { signal, held }: SearchRunOptions = {}): SearchRun {
  const tools = createToolResolver()
  const { tool, ...others } = query.filters
  const withoutTool: SearchQuery = { ...query, filters: others }
  let restedAt = performance.now()

  function judgeOne(document: SearchDocument, place: Omit<Found, 'document'>): readonly Found[] {
    if (tool === undefined) return matchesQuery(document, query) ? [{ document, ...place }] : []
    // Excluded words may stand in fields of other tools: they are looked for when the tools are known.
    if (!matchesQuery(document, { ...withoutTool, excluded: [] })) return []
    const named = tools.resolve(document, place.file.path, place.offset)
    return matchesQuery(named, query) ? [{ document: named, ...place }] : []
  }

  return {
    query,
    files: createOpenFiles(),
    judge: (documents, place) => documents.flatMap(document => judgeOne(document, place)),
    async rest() {
      signal?.throwIfAborted()
      const wait = held?.()
      if (!wait && performance.now() - restedAt < SLICE_MS) return
      await (wait ?? setImmediate())
      signal?.throwIfAborted()
      restedAt = performance.now()
    },
  }
}

// Whoever is answered meanwhile, in several turns, waits for as many of these.
const SLICE_MS = 5

/** A few files that stay open while a search reads lines here and there. */
interface OpenFiles {
  /** Bytes of a file, good until the next are asked for; fewer or none where it is shorter or gone. */
  read(path: string, start: number, length: number): Buffer
  close(): void
}

function createOpenFiles(): OpenFiles {
  const descriptors = new Map<string, number>()
  let room = Buffer.alloc(0)

  function open(path: string): number {
    const known = descriptors.get(path)
    if (known !== undefined) return known
    const [oldest] = descriptors
    if (oldest && descriptors.size >= MAX_OPEN) {
      closeSync(oldest[1])
      descriptors.delete(oldest[0])
    }
    const descriptor = openForReading(path)
    descriptors.set(path, descriptor)
    return descriptor
  }

  return {
    read(path, start, length) {
      try {
        if (room.length < length) room = Buffer.allocUnsafeSlow(length)
        return readFully(open(path), start, length, room)
      } catch (error) {
        if (!isVanished(error)) throw error
        return NOTHING
      }
    },
    close() {
      for (const descriptor of descriptors.values()) closeSync(descriptor)
      descriptors.clear()
    },
  }
}

const MAX_OPEN = 32
const NOTHING = Buffer.alloc(0)

/** Names the tools whose answers a document holds. */
interface ToolResolver {
  /** The document with the tool of each answer, where its call stands before `offset` in the same file. */
  resolve(document: SearchDocument, path: string, offset: number): SearchDocument
}

/** Looks for a call only when it is asked for, and then once. */
function createToolResolver(): ToolResolver {
  const known = new Map<string, string | undefined>()

  function nameOf(call: string, path: string, offset: number): string | undefined {
    const key = `${path}\n${call}`
    if (!known.has(key)) known.set(key, findTool(call, path, offset))
    return known.get(key)
  }

  return {
    resolve(document, path, offset) {
      if (!document.fields.some(isUnnamed)) return document
      const fields = document.fields.map(field => {
        const tool = isUnnamed(field) ? nameOf(field.call, path, offset) : undefined
        return tool === undefined ? field : { ...field, tool }
      })
      return { ...document, fields }
    },
  }
}

function isUnnamed(field: SearchField): field is SearchField & { readonly call: string } {
  return field.call !== undefined && field.tool === undefined
}

function findTool(call: string, path: string, end: number): string | undefined {
  try {
    for (const batch of readFileBatches(path, { start: 0, end })) {
      if (!batch.bytes.includes(call)) continue
      for (const { bytes } of splitLines(batch)) {
        const tool = bytes.includes(call) ? readTool(bytes, call) : undefined
        if (tool !== undefined) return tool
      }
    }
  } catch (error) {
    if (!isVanished(error)) throw error
  }
  return undefined
}

function readTool(line: Buffer, call: string): string | undefined {
  for (const entry of decodeEntries(line)) {
    const record: Readonly<Record<string, unknown>> = entry
    const content = readObject(record.message)?.content
    for (const block of Array.isArray(content) ? content : []) {
      const fields = readObject(block)
      if (fields?.id === call && typeof fields.name === 'string') return readText(fields.name)
    }
  }
  return undefined
}
