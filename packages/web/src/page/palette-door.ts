import { useEffect } from 'react'

/** Lets parts of the page open the palette as long as the page is drawn. */
export function usePaletteDoor(open: () => void): void {
  useEffect(() => {
    door = open
    return () => {
      if (door === open) door = undefined
    }
  }, [open])
}

/** Opens it. */
export function openPalette(): void {
  door?.()
}

let door: (() => void) | undefined
