import { isObject } from '@antiphon/contract'
import { readNumber, readString } from '../message/read-field.ts'
import type { ToolStory } from '../ui/tool-story.ts'

/** The text of a file that a finished call read from its first line to its last; undefined for every other call. */
export function readWholeFile({
  status,
  result,
}: ToolStory): { readonly path: string; readonly text: string } | undefined {
  const value: unknown = result
  const told = isObject(value) ? value.toolUseResult : undefined
  const file = isObject(told) ? told.file : undefined
  const path = readString(file, 'filePath')
  const text: unknown = isObject(file) ? file.content : undefined
  const lines = readNumber(file, 'totalLines')
  if (status !== 'done' || path === undefined || typeof text !== 'string' || lines === undefined)
    return undefined
  return readNumber(file, 'startLine') === 1 && readNumber(file, 'numLines') === lines
    ? { path, text }
    : undefined
}
