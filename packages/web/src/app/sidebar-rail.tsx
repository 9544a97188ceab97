import { PanelLeft, Search, SquarePen } from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import { JUMP_KEYS } from './jump-keys.ts'
import css from './shell.module.css'

export type SidebarRailProps = { readonly onShow: () => void; readonly onJump: () => void }

/** What stays of a sidebar that was hidden: the way back to it, the palette, a new chat. */
export function SidebarRail({ onShow, onJump }: SidebarRailProps): ReactElement {
  const { shell } = useTexts()
  const mayChat = useMay('chat/open')
  return (
    <div className={css.rail}>
      <IconButton icon={PanelLeft} label={shell.showSidebar} aria-keyshortcuts="[" onClick={onShow} />
      <IconButton icon={Search} label={shell.jump} aria-keyshortcuts={JUMP_KEYS.name} onClick={onJump} />
      {mayChat && (
        <IconButton icon={SquarePen} label={shell.newChat} onClick={() => goTo({ kind: 'chat' })} />
      )}
    </div>
  )
}
