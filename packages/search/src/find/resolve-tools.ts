import { decodeEntries } from '../document/decode-entries.ts'
import { readObject, readText } from '../document/read-value.ts'
import type { SearchDocument, SearchField } from '../document/search-document.ts'
import { readFileBatches, splitLines } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'

/** Names the tools whose answers a document holds. */
export interface ToolResolver {
  /** The document with the tool of each answer, where its call stands before `offset` in the same file. */
  resolve(document: SearchDocument, path: string, offset: number): SearchDocument
}

/** Looks for a call only when it is asked for, and then once. */
export function createToolResolver(): ToolResolver {
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
