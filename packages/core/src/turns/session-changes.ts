import {
  type ChangeHunk,
  computeFileChanges,
  type FileChange,
  type LooseEdit,
} from '../changes/compute-file-changes.ts'
import { toRelativePath } from '../changes/format-git-patch.ts'
import { listCommits, type SessionCommit } from '../changes/list-commits.ts'
import { listReadFiles } from '../changes/list-read-files.ts'
import { readString } from '../message/read-field.ts'
import type { PatchHunk } from '../patch/structured-patch.ts'
import type { PersonItem } from '../ui/person-item.ts'
import type { LogPlace, ViewItem } from '../ui/view-item.ts'
import { type AgentViews, attachAgents } from './attach-agents.ts'
import { groupTurns, itemsOf } from './group-turns.ts'

/** What a session made of the files that it worked on. */
export type SessionChanges = {
  /** Where the session worked; its files are told relative to it. */
  readonly folder: string | null
  readonly added: number
  readonly removed: number
  /** In the order in which they were first written. */
  readonly files: readonly FileOfSession[]
  readonly commits: readonly (Omit<SessionCommit, 'call'> & { readonly call: CallPlace })[]
  /** Files that were only read. */
  readonly alsoRead: readonly string[]
}

/** One file, from its first state to its last. */
export type FileOfSession = Omit<FileChange, 'hunks' | 'loose' | 'calls'> & {
  /** Below the folder of the session, or the whole path of one that stands elsewhere. */
  readonly name: string
  readonly hunks: readonly SessionHunk[]
  readonly loose: readonly (Omit<LooseEdit, 'call'> & { readonly call: CallPlace })[]
  readonly calls: readonly CallPlace[]
}

/** A stretch of it that differs. */
export type SessionHunk = Pick<PatchHunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines' | 'lines'> & {
  /** Of which it is what is left. */
  readonly calls: readonly CallPlace[]
}

/** Where a call stands: of a subagent's, the call that started it. */
export type CallPlace = {
  readonly uuid: string
  /** Null for a call of which the log does not tell where it belongs. */
  readonly seq: number | null
  /** By the number of the turn; null where nothing was asked before it. */
  readonly turn: number | null
}

/** Reads what a session and its subagents made of files. */
export function computeSessionChanges<Place extends LogPlace>(
  view: readonly ViewItem<Place>[],
  agents: AgentViews = new Map(),
): SessionChanges {
  const { items, strays } = attachAgents(view, agents)
  const places = placeCalls(items)
  const whole = [...items.map(({ item }) => item), ...strays]
  const folder = findFolder(whole)
  const at = (uuid: string): CallPlace => places.get(uuid) ?? { uuid, seq: null, turn: null }
  const toName = (path: string): string => (folder === null ? null : toRelativePath(path, folder)) ?? path
  const changes = computeFileChanges(whole)
  const written = new Set(changes.map(({ path }) => path))
  return {
    folder,
    added: changes.reduce((sum, { added }) => sum + added, 0),
    removed: changes.reduce((sum, { removed }) => sum + removed, 0),
    files: changes.map(change => ({
      ...change,
      name: toName(change.path),
      hunks: change.hunks.map(hunk => toHunk(hunk, at)),
      loose: change.loose.map(edit => ({ ...edit, call: at(edit.call) })),
      calls: change.calls.map(at),
    })),
    commits: listCommits(whole).map(commit => ({ ...commit, call: at(commit.call) })),
    alsoRead: listReadFiles(whole)
      .filter(path => !written.has(path))
      .map(toName),
  }
}

function toHunk(hunk: ChangeHunk, at: (uuid: string) => CallPlace): SessionHunk {
  const { oldStart, oldLines, newStart, newLines, lines, calls } = hunk
  return { oldStart, oldLines, newStart, newLines, lines, calls: calls.map(at) }
}

function placeCalls<Place extends LogPlace>(items: readonly ViewItem<Place>[]): Map<string, CallPlace> {
  const places = new Map<string, CallPlace>()
  for (const turn of groupTurns(items))
    for (const { item, place } of itemsOf(turn))
      note(item, { seq: place?.placed.seq ?? null, turn: turn.number ?? null })
  return places

  // The view bounds how deep subagents nest, and with it this recursion.
  function note(item: PersonItem, where: Omit<CallPlace, 'uuid'>): void {
    if (item.kind !== 'tool') return
    places.set(item.uuid, { uuid: item.uuid, ...where })
    for (const child of item.story.children) note(child, where)
  }
}

/** Where it began: what is written elsewhere is told by its whole path. */
export function findFolder(items: readonly PersonItem[]): string | null {
  for (const { message } of items) {
    const folder = readString(message, 'cwd')
    if (folder !== undefined) return folder
  }
  return null
}
