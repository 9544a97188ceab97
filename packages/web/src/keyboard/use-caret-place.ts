import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Places the caret of a field whose text is changed by the page. React sets the value first, and with it the caret to
 * its end; whoever types on before the next frame must find it where it belongs.
 */
export function useCaretPlace(fieldRef: RefObject<HTMLTextAreaElement | null>): (at: number) => void {
  const [place, setPlace] = useState<{ readonly at: number }>()
  useLayoutEffect(() => {
    if (place) fieldRef.current?.setSelectionRange(place.at, place.at)
  }, [place, fieldRef])
  return at => setPlace({ at })
}
