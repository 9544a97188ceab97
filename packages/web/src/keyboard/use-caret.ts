import { type RefObject, useLayoutEffect, useState } from 'react'

/** Where the caret of a field stands. */
export type Caret = {
  readonly at: number
  /** Somebody has moved it. */
  readonly note: (at: number) => void
  /** Moves it there. */
  readonly place: (at: number) => void
}

/**
 * The caret of a field whose text is changed by the page. React sets the value first, and with it the caret to its end;
 * whoever types on before the next frame must find it where it belongs.
 */
export function useCaret(fieldRef: RefObject<HTMLTextAreaElement | null>): Caret {
  const [at, note] = useState(0)
  const [placed, setPlaced] = useState<{ readonly at: number }>()
  useLayoutEffect(() => {
    if (placed) fieldRef.current?.setSelectionRange(placed.at, placed.at)
  }, [placed, fieldRef])
  function place(to: number): void {
    note(to)
    setPlaced({ at: to })
  }
  return { at, note, place }
}
