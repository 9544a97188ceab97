import { oneLine } from '@antiphon/core/ui'
import type { SessionRow } from '@antiphon/server/protocol'
import {
  ChartColumn,
  Columns2,
  FileDiff,
  Link,
  Pencil,
  Play,
  ScanEye,
  Share,
  Star,
  Stethoscope,
  TextSearch,
} from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useToast } from '../controls/toast.tsx'
import { useShowModelView } from '../model-view/model-view-host.tsx'
import { type PageAction, usePageActions } from '../page/page-actions.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, goTo } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import { useOrganise } from '../sessions/use-organise.ts'
import { RenameDialog } from './rename-dialog.tsx'

export type SessionActionsProps = {
  readonly id: string
  /** Undefined where the list does not have it. */
  readonly row: SessionRow | undefined
  readonly onFind: () => void
  readonly onPanel: () => void
}

/** Offers in the palette what can be done with the open session; draws only what one of them asks. */
export function SessionActions({ id, row, onFind, onPanel }: SessionActionsProps): ReactElement | null {
  const texts = useTexts()
  const showModel = useShowModelView()
  const showToast = useToast()
  const organise = useOrganise()
  const mayChange = useMay('sessions/rename')
  const mayShare = useMay('share/file')
  const [isNaming, setIsNaming] = useState(false)

  async function copyLink(): Promise<void> {
    const link = new URL(formatRoute({ kind: 'session', id }), location.href).href
    try {
      await navigator.clipboard.writeText(link)
      showToast({ words: texts.copied })
    } catch {
      // Where the browser keeps the clipboard for itself, the link can be copied from what is shown.
      showToast({ words: link, isBad: true })
    }
  }

  usePageActions(() => {
    const { turns, model, palette, share, list } = texts
    const ordering: readonly PageAction[] =
      row && mayChange
        ? [
            { id: 'session-rename', icon: Pencil, label: list.rename, run: () => setIsNaming(true) },
            {
              id: 'session-star',
              icon: Star,
              label: row.isStarred ? list.unstar : list.star,
              run: () => organise.star(row),
            },
          ]
        : []
    return [
      { id: 'session-find', icon: TextSearch, label: turns.find, keys: ['F'], run: onFind },
      { id: 'session-files', icon: FileDiff, label: turns.files, keys: [']'], run: onPanel },
      { id: 'session-model', icon: ScanEye, label: model.title, run: () => showModel({ session: id }) },
      {
        id: 'session-usage',
        icon: ChartColumn,
        label: palette.sessionUsage,
        run: () => goTo({ kind: 'usage', id }),
      },
      {
        id: 'session-doctor',
        icon: Stethoscope,
        label: palette.sessionDoctor,
        run: () => goTo({ kind: 'doctor', id }),
      },
      ...(mayShare
        ? [{ id: 'session-share', icon: Share, label: share.title, run: () => goTo({ kind: 'share', id }) }]
        : []),
      { id: 'session-replay', icon: Play, label: share.replay, run: () => goTo({ kind: 'replay', id }) },
      {
        id: 'session-compare',
        icon: Columns2,
        label: share.compareWith,
        run: () => goTo({ kind: 'compare', id }),
      },
      ...ordering,
      { id: 'session-link', icon: Link, label: palette.copyLink, run: () => void copyLink() },
    ]
  })
  if (!isNaming || !row) return null
  return (
    <RenameDialog
      title={oneLine(row.title, 200)}
      onRename={title => organise.rename(row, title)}
      onClose={() => setIsNaming(false)}
    />
  )
}
