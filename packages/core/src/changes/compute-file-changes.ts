import { countChangedLines } from '../patch/count-changed-lines.ts'
import { createStructuredPatch, type PatchHunk } from '../patch/structured-patch.ts'
import type { PersonItem } from '../ui/person-item.ts'
import { type EditFragment, type FileEdit, readFileEdit } from './read-file-edit.ts'
import { readRemovals } from './read-removals.ts'
import { readWholeFile } from './read-whole-file.ts'
import { createTrackedFile, type TrackedFile } from './tracked-file.ts'

/** What a session made of one file, from its first state to its last. */
export type FileChange = {
  readonly path: string
  readonly status: 'created' | 'changed' | 'deleted'
  readonly added: number
  readonly removed: number
  readonly hunks: readonly ChangeHunk[]
  /** Edits of a file whose text no result tells: they cannot be put into the patch. */
  readonly loose: readonly LooseEdit[]
  /** Calls that wrote it, by the uuids of their items, in order. */
  readonly calls: readonly string[]
}

/** A stretch of the difference, and the calls of which it is what is left. */
export type ChangeHunk = PatchHunk & { readonly calls: readonly string[] }

export type LooseEdit = EditFragment & { readonly call: string }

/** The files that calls of a session wrote, subagents' calls included, in the order in which they were first written. */
export function computeFileChanges(items: readonly PersonItem[]): readonly FileChange[] {
  const state: Changing = { files: new Map(), seen: new Map() }
  collect(items, state)
  return [...state.files.values()].filter(isTold).map(toFileChange)
}

type Changing = {
  readonly files: Map<string, OpenFile>
  /** Texts of files that were read whole, the latest of each. */
  readonly seen: Map<string, string>
}

type OpenFile = {
  readonly path: string
  readonly wasThere: boolean
  isThere: boolean
  tracked: TrackedFile | undefined
  readonly loose: LooseEdit[]
  readonly calls: string[]
}

// The view bounds how deep subagents nest, and with it this recursion.
function collect(items: readonly PersonItem[], state: Changing): void {
  for (const item of items) {
    if (item.kind !== 'tool' || item.isRetracted) continue
    const edit = readFileEdit(item.story)
    if (edit) take(edit, item.uuid, state)
    const whole = readWholeFile(item.story)
    if (whole) state.seen.set(whole.path, whole.text)
    for (const path of readRemovals(item.story)) remove(path, item.uuid, state)
    collect(item.story.children, state)
  }
}

function take(edit: FileEdit, call: string, { files, seen }: Changing): void {
  const { path, before, apply, fragments } = edit
  const file = files.get(path) ?? createOpenFile(path, before !== null)
  files.set(path, file)
  file.calls.push(call)
  file.isThere = true
  const known = before === undefined ? (file.tracked?.text() ?? seen.get(path)) : (before ?? '')
  const after = known === undefined ? undefined : apply(known)
  if (known === undefined || after === undefined) {
    file.loose.push(...fragments.map(fragment => ({ ...fragment, call })))
    return
  }
  change(file, { known, after, call })
}

/** Removes a file, or all that is known below a folder; of what nobody read or wrote there is nothing to tell. */
function remove(path: string, call: string, { files, seen }: Changing): void {
  const isMeant = (name: string): boolean => name === path || name.startsWith(`${path}/`)
  for (const [name, text] of seen) if (isMeant(name)) addSeen(name, text)
  for (const file of files.values()) {
    if (!isMeant(file.path) || !file.isThere || !file.tracked) continue
    file.calls.push(call)
    change(file, { known: file.tracked.text(), after: '', call })
    file.isThere = false
  }

  function addSeen(name: string, text: string): void {
    if (!files.has(name)) files.set(name, { ...createOpenFile(name, true), tracked: createTrackedFile(text) })
  }
}

type Step = { readonly known: string; readonly after: string; readonly call: string }

function change(file: OpenFile, { known, after, call }: Step): void {
  file.tracked ??= createTrackedFile(known)
  // Somebody else wrote it meanwhile: a person, a formatter, a command.
  if (file.tracked.text() !== known) file.tracked.change(known, undefined)
  file.tracked.change(after, call)
}

function createOpenFile(path: string, wasThere: boolean): OpenFile {
  return { path, wasThere, isThere: wasThere, tracked: undefined, loose: [], calls: [] }
}

/** What was made here and removed again left nothing. */
function isTold({ calls, wasThere, isThere }: OpenFile): boolean {
  return calls.length > 0 && (wasThere || isThere)
}

function toFileChange({ path, wasThere, isThere, tracked, loose, calls }: OpenFile): FileChange {
  const hunks = tracked ? createStructuredPatch(tracked.first(), tracked.text()) : []
  return {
    path,
    status: !isThere ? 'deleted' : wasThere ? 'changed' : 'created',
    ...countChangedLines(hunks),
    hunks: tracked ? hunks.map(hunk => ({ ...hunk, calls: listCalls(hunk, tracked, calls) })) : [],
    loose,
    calls,
  }
}

function listCalls(hunk: PatchHunk, tracked: TrackedFile, order: readonly string[]): readonly string[] {
  const found = new Set<string | undefined>()
  let [oldLine, newLine] = [hunk.oldStart - 1, hunk.newStart - 1]
  for (const line of hunk.lines) {
    if (line[0] === '+') found.add(tracked.makerOf(newLine))
    if (line[0] === '-') found.add(tracked.removerOf(oldLine))
    if (line[0] === '+' || line[0] === ' ') newLine += 1
    if (line[0] === '-' || line[0] === ' ') oldLine += 1
  }
  return order.filter(call => found.has(call))
}
