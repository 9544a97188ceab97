import type { JsonObject } from '@antiphon/contract'
import type { MappedCall } from './tool-rule.ts'

/** One file of a patch in the form that `apply_patch` takes. */
export type FilePatch = {
  readonly kind: 'add' | 'update' | 'delete'
  readonly path: string
  readonly movedTo?: string
  /** Whole texts that took each other's place; of an added file only what is new. */
  readonly changes: readonly { readonly before: string; readonly after: string }[]
}

/** Reads the text between `*** Begin Patch` and `*** End Patch`; what is no patch changes no file. */
export function parseApplyPatch(text: string): readonly FilePatch[] {
  const files: OpenFile[] = []
  let change: OpenChange | undefined
  for (const line of text.split('\n')) {
    const head = HEAD.exec(line)
    const file = files.at(-1)
    if (head) {
      change = undefined
      files.push({ kind: KINDS[head[1] ?? ''] ?? 'update', path: (head[2] ?? '').trim(), changes: [] })
    } else if (!file || line.startsWith('*** End')) change = undefined
    else if (line.startsWith(MOVE)) file.movedTo = line.slice(MOVE.length).trim()
    else if (line.startsWith('@@')) change = undefined
    else if (file.kind !== 'delete') {
      if (!change) {
        if (line === '') continue
        change = { before: [], after: [] }
        file.changes.push(change)
      }
      if (line.startsWith('-')) change.before.push(line.slice(1))
      else if (line.startsWith('+')) change.after.push(line.slice(1))
      else {
        // Some models leave the blank out that begins a line which stays.
        const kept = line.startsWith(' ') ? line.slice(1) : line
        change.before.push(kept)
        change.after.push(kept)
      }
    }
  }
  return files.map(({ movedTo, changes, ...file }) => ({
    ...file,
    ...(movedTo !== undefined && { movedTo }),
    changes: changes.map(({ before, after }) => ({ before: toText(before), after: toText(after) })),
  }))
}

type OpenChange = { readonly before: string[]; readonly after: string[] }
type OpenFile = { kind: FilePatch['kind']; path: string; movedTo?: string; changes: OpenChange[] }

const HEAD = /^\*\*\* (Add|Update|Delete) File: (.*)$/
const MOVE = '*** Move to: '
const KINDS: Readonly<Record<string, FilePatch['kind']>> = {
  Add: 'add',
  Delete: 'delete',
  Update: 'update',
}

function toText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** The part of a patch that concerns one file, as a call of the tool of ours that would do the same. */
export function toEditCall({ kind, path, movedTo, changes }: FilePatch): MappedCall {
  if (kind === 'add')
    return { name: 'Write', input: { file_path: path, content: changes.map(({ after }) => after).join('') } }
  if (kind === 'delete') return { name: 'Delete', input: { file_path: path } }
  const moved: JsonObject = movedTo === undefined ? {} : { moved_to: movedTo }
  const edits = changes.map(({ before, after }) => ({ old_string: before, new_string: after }))
  const [only] = edits
  if (only && edits.length === 1) return { name: 'Edit', input: { file_path: path, ...only, ...moved } }
  return { name: 'MultiEdit', input: { file_path: path, edits, ...moved } }
}
