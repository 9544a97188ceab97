import { type RefObject, useEffect, useRef } from 'react'

/**
 * The text that is selected on the page, outside of the field in which somebody writes: browsers forget it when the
 * field gets the focus, and the person does not.
 */
export function useSelectedText(): RefObject<string> {
  const selected = useRef('')
  useEffect(() => {
    const note = (): void => {
      const selection = document.getSelection()
      const node = selection?.anchorNode
      const element = node instanceof Element ? node : node?.parentElement
      if (!selection || !element || element.closest('.chat-panel')) return
      selected.current = selection.isCollapsed ? '' : selection.toString().slice(0, LONGEST)
    }
    document.addEventListener('selectionchange', note)
    return () => document.removeEventListener('selectionchange', note)
  }, [])
  return selected
}

// More than anybody selects to ask about it.
const LONGEST = 100_000
