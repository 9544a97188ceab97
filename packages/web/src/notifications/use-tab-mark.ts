import { useEffect } from 'react'

export type TabMarkOptions = {
  /** How many agents wait for a person. */
  readonly waiting: number
  /** The page's icon, and the one with a mark. */
  readonly icons: { readonly usual: string; readonly waits: string }
}

/** Marks the tab's icon, and an installed page's badge, while somebody is waited for. */
export function useTabMark({ waiting, icons }: TabMarkOptions): void {
  const icon = waiting > 0 ? icons.waits : icons.usual
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link) link.href = icon
  }, [icon])
  useEffect(() => {
    // Only an installed page has one; elsewhere it is refused.
    const badge = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.()
    badge?.catch(() => undefined)
  }, [waiting])
}
