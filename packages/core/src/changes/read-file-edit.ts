import { isObject } from '@antiphon/contract'
import { readArray, readNumber, readString, readStrings } from '../message/read-field.ts'
import { splitLines } from '../patch/structured-patch.ts'
import type { ToolStory } from '../ui/tool-story.ts'

/** What one call made of one file, as far as its result tells it. */
export type FileEdit = {
  readonly path: string
  /** The file before the call: null where there was none, undefined where nothing tells it. */
  readonly before: string | null | undefined
  /** The file behind the call, from what was before it; undefined where nothing tells it. */
  readonly apply: (before: string) => string | undefined
  /** What was replaced, for a file of which nothing else is known. */
  readonly fragments: readonly EditFragment[]
}

/** Text that took the place of other text, somewhere in a file. */
export type EditFragment = { readonly before: string; readonly after: string }

/** One that may be meant for every place where the text stands. */
type Replacement = EditFragment & { readonly isEverywhere: boolean }

/** Reads a finished call of a tool that writes files; undefined for every other call. */
export function readFileEdit({ name, input, status, ...story }: ToolStory): FileEdit | undefined {
  if (status !== 'done' || !WRITERS.has(name)) return undefined
  const result: unknown = story.result
  const told = isObject(result) ? result.toolUseResult : undefined
  const path = readString(told, 'filePath', 'file_path') ?? readString(input, 'file_path')
  if (path === undefined) return undefined
  const [stored, hunks] = [readBefore(told), readHunks(told)]
  const content = readText(told, 'content') ?? readText(input, 'content')
  if (content !== undefined) {
    const before = stored === undefined ? undoHunks(content, hunks) : stored
    return { path, before, apply: () => content, fragments: [] }
  }
  const replacements = readReplacements(told, input)
  if (replacements.length === 0) return undefined
  const fragments = replacements.map(({ before, after }) => ({ before, after }))
  return { path, before: stored, apply: text => applyEdit(text, replacements, hunks), fragments }
}

const WRITERS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write'])

function readBefore(told: unknown): string | null | undefined {
  const before = readText(told, 'originalFile') ?? readText(told, 'originalFileContents')
  return before ?? (readString(told, 'type') === 'create' ? null : undefined)
}

/** As the result tells them; it tells the call's own edits again, so these count only where it tells none. */
function readReplacements(told: unknown, input: unknown): readonly Replacement[] {
  const stored = readArray(told, 'edits')
  const edits = stored.length > 0 ? stored : readArray(input, 'edits')
  const sources = edits.length > 0 ? edits : [{ ...asFields(input), ...asFields(told) }]
  return sources.flatMap(source => {
    const before = readText(source, 'oldString') ?? readText(source, 'old_string')
    const after = readText(source, 'newString') ?? readText(source, 'new_string')
    if (before === undefined || after === undefined) return []
    const { replaceAll, replace_all: replaceAllOfCall } = asFields(source)
    return [{ before, after, isEverywhere: (replaceAll ?? replaceAllOfCall) === true }]
  })
}

type Hunk = {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

function readHunks(told: unknown): readonly Hunk[] {
  return readArray(told, 'structuredPatch').flatMap(hunk => {
    const [oldStart, oldLines] = [readNumber(hunk, 'oldStart'), readNumber(hunk, 'oldLines')]
    const [newStart, newLines] = [readNumber(hunk, 'newStart'), readNumber(hunk, 'newLines')]
    if (oldStart === undefined || oldLines === undefined) return []
    if (newStart === undefined || newLines === undefined) return []
    return [{ oldStart, oldLines, newStart, newLines, lines: readStrings(hunk, 'lines') }]
  })
}

/** The words themselves first: lines of a patch may be stored as they are drawn, with blanks for tabs. */
function applyEdit(
  before: string,
  replacements: readonly Replacement[],
  hunks: readonly Hunk[],
): string | undefined {
  let text: string | undefined = before
  for (const replacement of replacements)
    text = text === undefined ? undefined : replaceFragment(text, replacement)
  return text ?? (hunks.length > 0 ? applyHunks(before, hunks) : undefined)
}

function replaceFragment(text: string, { before, after, isEverywhere }: Replacement): string | undefined {
  // Nothing stands nowhere but in an empty file.
  if (before === '') return text === '' ? after : undefined
  const at = text.indexOf(before)
  if (at === -1) return undefined
  return isEverywhere
    ? text.split(before).join(after)
    : text.slice(0, at) + after + text.slice(at + before.length)
}

/** By the numbers of its lines, whatever they say: what was before is what the numbers count. */
function applyHunks(before: string, hunks: readonly Hunk[]): string {
  const old = splitLines(before)
  // Lists of lists: a file may have more lines than a call may have arguments.
  const lines: (readonly string[])[] = []
  let position = 0
  for (const hunk of hunks) {
    const start = Math.max(position, hunk.oldStart - 1)
    lines.push(old.slice(position, start), toSide(hunk.lines, '+'))
    position = start + hunk.oldLines
  }
  lines.push(old.slice(position))
  return lines.flat().join('')
}

function undoHunks(after: string, hunks: readonly Hunk[]): string | undefined {
  if (hunks.length === 0) return undefined
  const turned = hunks.map(hunk => ({
    oldStart: hunk.newStart,
    oldLines: hunk.newLines,
    newStart: hunk.oldStart,
    newLines: hunk.oldLines,
    lines: hunk.lines.map(line => (SIGNS.get(line[0] ?? '') ?? line[0] ?? '') + line.slice(1)),
  }))
  return applyHunks(after, turned)
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['+', '-'],
  ['-', '+'],
])

function toSide(lines: readonly string[], sign: string): readonly string[] {
  return lines.flatMap((line, index) => {
    if (line[0] !== ' ' && line[0] !== sign) return []
    return [line.slice(1) + (lines[index + 1]?.startsWith('\\') ? '' : '\n')]
  })
}

function readText(value: unknown, name: string): string | undefined {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'string' ? field : undefined
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value) ? value : {}
}
