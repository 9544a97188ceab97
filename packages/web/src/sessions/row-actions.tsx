import type { SessionRow } from '@antiphon/server/protocol'
import {
  Archive,
  ArchiveRestore,
  Columns2,
  Ellipsis,
  Pencil,
  Play,
  Share,
  Star,
  Tag,
  Trash2,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Keys } from '../controls/marks.tsx'
import { Menu } from '../controls/menu.tsx'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import css from './session-row.module.css'
import type { RowEdit } from './session-row.tsx'
import type { Organise } from './use-organise.ts'

export type SessionRowActionsProps = {
  readonly row: SessionRow
  readonly title: string
  readonly organise: Organise
  readonly onEdit: (edit: RowEdit) => void
}

/** What can be done to a session of the list: the star at once, the rest in a menu. */
export function RowActions({ row, title, organise, onEdit }: SessionRowActionsProps): ReactElement {
  const { list, share } = useTexts()
  const mayChange = useMay('sessions/mark')
  return (
    <span className={css.actions}>
      {mayChange && (
        <IconButton
          className={css.star}
          icon={Star}
          size={14}
          label={row.isStarred ? list.unstar : list.star}
          aria-pressed={row.isStarred}
          onClick={() => organise.star(row)}
        />
      )}
      <Menu
        className={css.more}
        label={list.actions(title)}
        icon={Ellipsis}
        align="end"
        items={[
          {
            key: 'star',
            label: row.isStarred ? list.unstar : list.star,
            icon: Star,
            detail: <Keys keys={['S']} />,
            onSelect: () => organise.star(row),
          },
          {
            key: 'rename',
            label: list.rename,
            icon: Pencil,
            detail: <Keys keys={['R']} />,
            onSelect: () => onEdit('title'),
          },
          { key: 'tags', label: list.editTags, icon: Tag, onSelect: () => onEdit('tags') },
          {
            key: 'share',
            label: share.title,
            icon: Share,
            heading: '',
            onSelect: () => goTo({ kind: 'share', id: row.id }),
          },
          {
            key: 'compare',
            label: share.compareWith,
            icon: Columns2,
            onSelect: () => goTo({ kind: 'compare', id: row.id }),
          },
          {
            key: 'replay',
            label: share.replay,
            icon: Play,
            onSelect: () => goTo({ kind: 'replay', id: row.id }),
          },
          {
            key: 'archive',
            label: row.isArchived ? list.unarchive : list.archive,
            icon: row.isArchived ? ArchiveRestore : Archive,
            detail: <Keys keys={['E']} />,
            onSelect: () => organise.archive(row),
          },
          {
            key: 'delete',
            label: list.delete,
            icon: Trash2,
            isDangerous: true,
            heading: '',
            onSelect: () => organise.remove(row),
          },
        ].filter(({ key }) => mayChange || ONLY_READS.has(key))}
      />
    </span>
  )
}

/** What changes nothing, and brings nothing out of the window. */
const ONLY_READS: ReadonlySet<string> = new Set(['compare', 'replay'])
