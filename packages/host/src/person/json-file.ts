import { isObject, type JsonObject } from '@antiphon/contract'
import { changeTextFile, readTextFile, type TextOutcome } from './text-file.ts'

/** A small file of the person's, or why it cannot be used, in words that follow its name. */
export type JsonFile = { readonly value: JsonObject } | { readonly problem: string }

/** Reads a file that holds one JSON object; one that is not there holds none. */
export async function readJsonFile(path: string): Promise<JsonFile> {
  const read = await readTextFile(path)
  return 'problem' in read ? read : parse(read.text)
}

/**
 * Changes such a file, which is replaced in one step or not at all. Whoever changes it at the same time, in this process
 * or in another, waits; a file that cannot be read stays as it is. Gives what the file holds now.
 */
export async function changeJsonFile(
  path: string,
  change: (value: JsonObject) => JsonObject,
): Promise<JsonFile> {
  const toText = (text: string): TextOutcome => {
    const read = parse(text)
    if ('problem' in read) return read
    const value = change(read.value)
    if (JSON.stringify(value) === JSON.stringify(read.value)) return { text }
    return { text: `${JSON.stringify(value, null, 2)}\n` }
  }
  // What is kept here is the person's own business.
  const changed = await changeTextFile(path, toText, { mode: 0o600 })
  return 'problem' in changed ? changed : parse(changed.text)
}

function parse(text: string): JsonFile {
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    // It was JSON.
    if (isObject(value) && !Array.isArray(value)) return { value: value as JsonObject }
    return { problem: 'holds no JSON object' }
  } catch (error) {
    return { problem: `is no JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
