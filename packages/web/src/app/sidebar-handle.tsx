import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './shell.module.css'
import { SIDEBAR_WIDTHS, type SidebarState } from './use-sidebar.ts'

/** The sidebar's edge, which pointers drag and arrows move; a double click brings the first width back. */
export function SidebarHandle({ sidebar }: { readonly sidebar: SidebarState }): ReactElement {
  const texts = useTexts()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has a value, which a rule has not
    <div
      className={css.handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={texts.shell.sidebarWidth}
      aria-valuenow={sidebar.width}
      aria-valuemin={SIDEBAR_WIDTHS.least}
      aria-valuemax={SIDEBAR_WIDTHS.most}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) sidebar.resize(event.clientX)
      }}
      onDoubleClick={() => sidebar.resize(SIDEBAR_WIDTHS.first)}
      onKeyDown={event => {
        const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
        if (step === 0) return
        event.preventDefault()
        sidebar.resize(sidebar.width + step)
      }}
    />
  )
}

const STEP = 16
