import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'
import { expect } from 'vitest'
import { EFFECTS, NOTES, ROOT, SESSION } from './kill-options.ts'

type Line = Readonly<Record<string, unknown>>
type Note = { readonly word: string; readonly what: string }

/** Compares what killed processes were promised, and did, with what their logs tell; `isOver` where a last one ended well. */
export function checkKilledSession(
  folder: string,
  isOver: boolean,
): {
  readonly promised: number
  readonly boundaries: number
} {
  const paths = findLogs(join(folder, ROOT))
  const main = readLog(paths.filter(path => path.endsWith(`${SESSION}.jsonl`)))
  const promised = listPromised(readNotes(join(folder, NOTES)))
  const chain = walkChain(main)
  expect(promised.filter(uuid => !chain.has(uuid))).toEqual([])
  checkEffects(readNotes(join(folder, EFFECTS)), { main, all: readLog(paths), isOver })
  return {
    promised: promised.length,
    boundaries: main.filter(({ subtype }) => BOUNDARIES.has(subtype)).length,
  }
}

const BOUNDARIES: ReadonlySet<unknown> = new Set(['compact_boundary', 'microcompact_boundary'])

/** A message that was told as stored promises itself, and all that the same process said before it. */
function listPromised(notes: readonly Note[]): readonly string[] {
  const runs: Note[][] = []
  for (const note of notes)
    if (note.word === 'phase' && note.what === 'prompt') runs.push([])
    else if (note.word === 'said' || note.word === 'stored') runs.at(-1)?.push(note)
  return runs.flatMap(run =>
    run.slice(0, run.findLastIndex(({ word }) => word === 'stored') + 1).map(({ what }) => what),
  )
}

/** The messages from the last one back to the first, across boundaries. */
function walkChain(entries: readonly Line[]): ReadonlySet<unknown> {
  const parents = new Map(
    entries.flatMap(({ uuid, parentUuid, logicalParentUuid }) =>
      uuid === undefined ? [] : [[uuid, parentUuid ?? logicalParentUuid] as const],
    ),
  )
  const seen = new Set<unknown>()
  for (
    let uuid = entries.findLast(entry => entry.uuid !== undefined)?.uuid;
    uuid !== undefined && !seen.has(uuid);
    uuid = parents.get(uuid)
  )
    seen.add(uuid)
  return seen
}

/** Each call ran once, stands in a log, and is answered in the end; as an error where it was cut off. */
function checkEffects(
  effects: readonly Note[],
  {
    main,
    all,
    isOver,
  }: { readonly main: readonly Line[]; readonly all: readonly Line[]; readonly isOver: boolean },
): void {
  const begun = effects.flatMap(({ word, what }) => (word === 'begin' ? [what] : []))
  expect(new Set(begun).size).toBe(begun.length)
  const made = new Set(blocks(all).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : [])))
  expect(begun.filter(id => !made.has(id))).toEqual([])
  const ended = new Set(effects.flatMap(({ word, what }) => (word === 'end' ? [what] : [])))
  const results = new Map(
    blocks(main).flatMap(block =>
      block.type === 'tool_result' ? [[block.tool_use_id, block.is_error] as const] : [],
    ),
  )
  const own = new Set(blocks(main).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : [])))
  if (isOver) expect([...own].filter(id => !results.has(id))).toEqual([])
  for (const id of begun) if (!ended.has(id) && results.has(id)) expect(results.get(id)).toBe(true)
}

function blocks(entries: readonly Line[]): readonly Line[] {
  return entries.flatMap(({ message }) =>
    isObject(message) && Array.isArray(message.content) ? message.content.filter(isObject) : [],
  )
}

function findLogs(root: string): readonly string[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(root, name))
}

function readLog(paths: readonly string[]): readonly Line[] {
  return paths.flatMap(path =>
    decodeLines(readFileSync(path)).flatMap(line => (line.kind === 'entry' ? [{ ...line.entry }] : [])),
  )
}

/** `[word, what]` a line; a last line without an end was not finished. */
function readNotes(path: string): readonly Note[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map(line => ({
      word: line.slice(0, line.indexOf(' ')),
      what: line.slice(line.indexOf(' ') + 1),
    }))
}
