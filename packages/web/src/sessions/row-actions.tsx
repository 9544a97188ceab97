import type { SessionRow } from '@antiphon/server/protocol'
import { Archive, ArchiveRestore, Ellipsis, Pencil, Star, Tag, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Keys } from '../controls/marks.tsx'
import { Menu } from '../controls/menu.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './session-row.module.css'
import type { RowEdit } from './session-row.tsx'
import type { Organise } from './use-organise.ts'

export type RowActionsProps = {
  readonly row: SessionRow
  readonly title: string
  readonly organise: Organise
  readonly onEdit: (edit: RowEdit) => void
}

/** What can be done to a session of the list: the star at once, the rest in a menu. */
export function RowActions({ row, title, organise, onEdit }: RowActionsProps): ReactElement {
  const { list } = useTexts()
  return (
    <span className={css.actions}>
      <IconButton
        className={css.star}
        icon={Star}
        size={14}
        label={row.isStarred ? list.unstar : list.star}
        aria-pressed={row.isStarred}
        onClick={() => organise.star(row)}
      />
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
        ]}
      />
    </span>
  )
}
