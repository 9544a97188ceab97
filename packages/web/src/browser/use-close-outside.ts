import { type RefObject, useEffect, useEffectEvent } from 'react'

export type UseCloseOutsideOptions = {
  readonly boxRef: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Closes something that is open when somebody goes on elsewhere. */
export function useCloseOutside({ boxRef, isOpen, onClose }: UseCloseOutsideOptions): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const listener = (event: Event): void => {
      if (event.target instanceof Node && !boxRef.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', listener)
    document.addEventListener('focusin', listener)
    return () => {
      document.removeEventListener('pointerdown', listener)
      document.removeEventListener('focusin', listener)
    }
  }, [isOpen, boxRef])
}
