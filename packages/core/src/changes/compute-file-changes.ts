import { createStructuredPatch, type PatchHunk } from '../patch/structured-patch.ts'
import type { PersonItem } from '../ui/person-item.ts'
import { type EditFragment, type FileEdit, readFileEdit } from './read-file-edit.ts'
import { createTrackedFile, type TrackedFile } from './tracked-file.ts'

/** What a session made of one file, from its first state to its last. */
export type FileChange = {
  readonly path: string
  readonly status: 'created' | 'changed'
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
  const files = new Map<string, OpenFile>()
  collect(items, files)
  return [...files.values()].map(toFileChange).filter(({ calls }) => calls.length > 0)
}

type OpenFile = {
  readonly path: string
  wasThere: boolean
  tracked: TrackedFile | undefined
  readonly loose: LooseEdit[]
  readonly calls: string[]
}

// The view bounds how deep subagents nest, and with it this recursion.
function collect(items: readonly PersonItem[], files: Map<string, OpenFile>): void {
  for (const item of items) {
    if (item.kind !== 'tool' || item.isRetracted) continue
    const edit = readFileEdit(item.story)
    if (edit) take(edit, item.uuid, files)
    collect(item.story.children, files)
  }
}

function take(edit: FileEdit, call: string, files: Map<string, OpenFile>): void {
  const { path, before, apply, fragments } = edit
  const file = files.get(path) ?? {
    path,
    wasThere: before !== null,
    tracked: undefined,
    loose: [],
    calls: [],
  }
  files.set(path, file)
  file.calls.push(call)
  const known = before === undefined ? file.tracked?.text() : (before ?? '')
  const after = known === undefined ? undefined : apply(known)
  if (known === undefined || after === undefined) {
    file.loose.push(...fragments.map(fragment => ({ ...fragment, call })))
    return
  }
  file.tracked ??= createTrackedFile(known)
  // Somebody else wrote it meanwhile: a person, a formatter, a command.
  if (file.tracked.text() !== known) file.tracked.change(known, undefined)
  file.tracked.change(after, call)
}

function toFileChange({ path, wasThere, tracked, loose, calls }: OpenFile): FileChange {
  const hunks = tracked ? createStructuredPatch(tracked.first(), tracked.text()) : []
  const count = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(line => line[0] === sign).length, 0)
  return {
    path,
    status: wasThere ? 'changed' : 'created',
    added: count('+'),
    removed: count('-'),
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
