import { type RefObject, useEffect } from 'react'

export type DismissOptions = { readonly isOpen: boolean; readonly onDismiss: () => void }

/** Closes what is open on Escape, before anything else hears of it, and when something else is touched. */
export function useDismiss(
  scope: RefObject<HTMLElement | null>,
  { isOpen, onDismiss }: DismissOptions,
): void {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onDismiss()
    }
    const onPointer = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && scope.current?.contains(target))) onDismiss()
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [scope, isOpen, onDismiss])
}
