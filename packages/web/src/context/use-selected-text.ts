import { type RefObject, useEffect, useRef } from 'react'

/**
 * The text that is selected on the page, outside of the box in which somebody writes and looks for context: browsers
 * forget it when a field gets the focus, and the person does not.
 */
export function useSelectedText(boxRef: RefObject<HTMLElement | null>): RefObject<string> {
  const selected = useRef('')
  useEffect(() => {
    const note = (): void => {
      const selection = document.getSelection()
      const node = selection?.anchorNode
      if (!selection || !node || boxRef.current?.contains(node)) return
      selected.current = selection.isCollapsed ? '' : selection.toString().slice(0, LONGEST)
    }
    document.addEventListener('selectionchange', note)
    return () => document.removeEventListener('selectionchange', note)
  }, [boxRef])
  return selected
}

// More than anybody selects to ask about it.
const LONGEST = 100_000
