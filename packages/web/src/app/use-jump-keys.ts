import { useEffect } from 'react'

/** Hears the keys of the palette wherever the focus is, also while somebody types; an open dialog keeps them. */
export function useJumpKeys(onJump: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isJump = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (!isJump || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      onJump()
    }
    // Before the parts, which may keep keys to themselves.
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [onJump])
}
