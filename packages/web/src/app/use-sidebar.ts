import { useCallback, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'

/** How wide the sidebar may be, in pixels. */
export const SIDEBAR_WIDTHS: { readonly least: number; readonly first: number; readonly most: number } = {
  least: 240,
  first: 304,
  most: 440,
}

/** Whether the sidebar is there and how wide, as this browser keeps it. */
export type SidebarState = {
  readonly width: number
  readonly isHidden: boolean
  readonly toggle: () => void
  /** Takes a width within its bounds. */
  readonly resize: (width: number) => void
}

/** The sidebar as the reader left it. */
export function useSidebar(): SidebarState {
  const [width, setWidth] = useState(() => toSidebarWidth(readChoice('sidebar-width')))
  const [isHidden, setIsHidden] = useState(() => readChoice('sidebar') === 'hidden')
  const toggle = useCallback(() => {
    setIsHidden(was => {
      keepChoice('sidebar', was ? 'shown' : 'hidden')
      return !was
    })
  }, [])
  const resize = useCallback((wanted: number) => {
    const next = toSidebarWidth(String(wanted))
    keepChoice('sidebar-width', String(next))
    setWidth(next)
  }, [])
  return { width, isHidden, toggle, resize }
}

/** The width that was stored, within its bounds. */
export function toSidebarWidth(stored: string | null): number {
  const { least, first, most } = SIDEBAR_WIDTHS
  const width = stored === null ? first : Math.round(Number(stored))
  return Number.isFinite(width) ? Math.min(most, Math.max(least, width)) : first
}
