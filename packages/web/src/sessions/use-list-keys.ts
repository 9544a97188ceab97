import type { SessionRow } from '@antiphon/server/protocol'
import type { KeyboardEvent } from 'react'
import { useMay } from '../page/you.ts'
import type { ListLine } from './compute-list-lines.ts'
import type { RowEdit } from './session-row.tsx'
import type { ListPlace } from './use-list-place.ts'
import type { Organise } from './use-organise.ts'

export type ListKeysOptions = {
  readonly lines: readonly ListLine[]
  readonly rows: ReadonlyMap<string, SessionRow>
  readonly organise: Organise
  readonly onEdit: (id: string, edit: RowEdit) => void
  /** Undefined while nothing can be folded. */
  readonly fold: ((key: string, isFolded: boolean) => void) | undefined
  readonly place: ListPlace
}

/** The keys of the row or the group that has the focus: star, rename, archive; the arrows fold. */
export function useListKeys(options: ListKeysOptions): (event: KeyboardEvent) => void {
  const { lines, rows, organise, onEdit, fold, place } = options
  const mayChange = useMay('sessions/mark')
  return event => {
    const { target, key } = event
    if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof HTMLElement)) return
    const row = rows.get(target.dataset.session ?? '')
    const group = target.dataset.group
    if (row ? actOnRow(key, row) : group !== undefined && foldGroup(key, group)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  function actOnRow(key: string, row: SessionRow): boolean {
    if (!mayChange && CHANGES.has(key)) return false
    switch (key) {
      case 's':
        organise.star(row)
        return true
      case 'r':
        onEdit(row.id, 'title')
        return true
      case 'e':
        // Where it goes the focus cannot follow.
        place.move(1)
        organise.archive(row)
        return true
      case 'ArrowLeft': {
        const head = findHead(lines, row.id)
        if (head === undefined || !fold) return false
        fold(head, true)
        place.toGroup(head)
        return true
      }
    }
    return false
  }

  function foldGroup(key: string, group: string): boolean {
    if (!fold || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
    fold(group, key === 'ArrowLeft')
    return true
  }
}

const CHANGES: ReadonlySet<string> = new Set(['s', 'r', 'e'])

/** The group that a session stands in, the nearest above it. */
function findHead(lines: readonly ListLine[], id: string): string | undefined {
  const at = lines.findIndex(line => line.kind === 'session' && line.row.id === id)
  const head = lines
    .slice(0, Math.max(at, 0))
    .findLast(line => line.kind === 'worktree' || line.kind === 'repository')
  return head?.key
}
