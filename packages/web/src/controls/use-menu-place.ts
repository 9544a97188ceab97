import { type RefObject, useEffect, useLayoutEffect } from 'react'

export type MenuPlaceOptions = {
  readonly listRef: RefObject<HTMLElement | null>
  readonly buttonRef: RefObject<HTMLElement | null>
  readonly align: 'start' | 'end'
  readonly side: 'below' | 'above'
  readonly onMoved: () => void
}

/** Shows a menu above everything, where nothing cuts it: beside its button, on the side that has the room. */
export function useMenuPlace({ listRef, buttonRef, align, side, onMoved }: MenuPlaceOptions): void {
  useLayoutEffect(() => {
    const [list, button] = [listRef.current, buttonRef.current]
    if (!list || !button) return
    list.showPopover?.()
    const { left, top } = placeMenu({
      button: button.getBoundingClientRect(),
      menu: list.getBoundingClientRect(),
      window: { width: innerWidth, height: innerHeight },
      align,
      side,
    })
    list.style.left = `${left}px`
    list.style.top = `${top}px`
  }, [listRef, buttonRef, align, side])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first that hears of it closes the menu
  useEffect(() => {
    const before = buttonRef.current?.getBoundingClientRect()
    // Only where its button went along: a session that grows scrolls by itself below an open menu.
    const onScroll = (): void => {
      const now = buttonRef.current?.getBoundingClientRect()
      if (!before || !now || now.top !== before.top || now.left !== before.left) onMoved()
    }
    addEventListener('scroll', onScroll, true)
    addEventListener('resize', onMoved)
    return () => {
      removeEventListener('scroll', onScroll, true)
      removeEventListener('resize', onMoved)
    }
  }, [buttonRef])
}

type Box = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
type Size = { readonly width: number; readonly height: number }

export type PlaceMenuOptions = Pick<MenuPlaceOptions, 'align' | 'side'> & {
  readonly button: Box
  readonly menu: Size
  readonly window: Size
}

/** Where a menu stands: on the wished side if it fits there or nowhere, and always inside the window. */
export function placeMenu({ button, menu, window, align, side }: PlaceMenuOptions): {
  readonly left: number
  readonly top: number
} {
  const below = button.bottom + GAP
  const above = button.top - GAP - menu.height
  const fitsBelow = below + menu.height <= window.height - EDGE
  const fitsAbove = above >= EDGE
  const isAbove = side === 'above' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove
  const left = align === 'start' ? button.left : button.right - menu.width
  return {
    left: within(left, window.width - menu.width - EDGE),
    top: within(isAbove ? above : below, window.height - menu.height - EDGE),
  }
}

const GAP = 4
const EDGE = 8

function within(value: number, most: number): number {
  return Math.round(Math.max(EDGE, Math.min(value, most)))
}
