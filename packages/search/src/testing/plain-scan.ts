import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { isObject } from '@antiphon/contract'
import { decodeLines, type Entry } from '@antiphon/core'
import type { SearchDocument } from '../document/read-document.ts'
import { readDocument } from '../document/read-document.ts'
import { matchesQuery } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'

/** A document with the place by which a hit is known. */
export type PlainDocument = { readonly document: SearchDocument; readonly place: string }

/** Every document below a root, read in the simplest way: whole files, line by line. */
export function readAllDocuments(root: string): readonly PlainDocument[] {
  const projects = join(root, 'projects')
  return readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.jsonl'))
    .flatMap(entry => readFile(join(entry.parentPath, entry.name), projects))
}

/** The places of what a query finds, sorted. */
export function plainScan(documents: readonly PlainDocument[], query: SearchQuery): readonly string[] {
  return documents.flatMap(({ document, place }) => (matchesQuery(document, query) ? [place] : [])).sort()
}

function readFile(path: string, projects: string): readonly PlainDocument[] {
  const bytes = readFileSync(path)
  const name = basename(path, '.jsonl')
  const [, folder = ''] = relative(projects, path).split(sep)
  const isAgent = name.startsWith('agent-')
  const session = folder.endsWith('.jsonl') ? name : folder
  const firstTime = (): number => {
    const found = /"timestamp":"(\d{4}-[^"]{1,40})"/.exec(bytes.toString('latin1', 0, 65_536))?.[1]
    const time = Date.parse(found ?? '')
    return Number.isNaN(time) ? 0 : time
  }
  const tools = new Map<string, string>()
  const documents: PlainDocument[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline
    for (const entry of entriesOf(bytes.subarray(start, end))) {
      noteTools(entry, tools)
      const file = { session, ...(isAgent && { agent: name }), firstTime }
      const document = readDocument(entry, file)
      const place = `${path}@${start}#${document?.uuid ?? ''}`
      if (document) documents.push({ document: withTools(document, tools), place })
    }
    start = end + 1
  }
  return documents
}

function entriesOf(line: Buffer): readonly Entry[] {
  try {
    const value: unknown = JSON.parse(line.toString().replace(/^\ufeff/, ''))
    return isObject(value) ? [value] : []
  } catch {
    return decodeLines(line).flatMap(part => (part.kind === 'entry' ? [part.entry] : []))
  }
}

function noteTools(entry: Entry, tools: Map<string, string>): void {
  const fields: Readonly<Record<string, unknown>> = entry
  const content = isObject(fields.message) ? fields.message.content : undefined
  for (const block of Array.isArray(content) ? content : [])
    if (typeof block?.id === 'string' && typeof block.name === 'string' && !tools.has(block.id))
      tools.set(block.id, block.name)
}

function withTools(document: SearchDocument, tools: ReadonlyMap<string, string>): SearchDocument {
  const fields = document.fields.map(field => {
    const tool = field.tool ?? (field.call === undefined ? undefined : tools.get(field.call))
    return { ...field, ...(tool !== undefined && { tool }) }
  })
  return { ...document, fields }
}
