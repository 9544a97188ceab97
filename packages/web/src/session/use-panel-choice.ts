import { useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'

/** Whether the panel is open; remembered for the next session. */
export function usePanelChoice(): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => (readChoice('side-panel') ?? usualPanel()) === 'open')
  return [
    isOpen,
    next => {
      keepChoice('side-panel', next ? 'open' : 'closed')
      setIsOpen(next)
    },
  ]
}

/** Open where there is room for it. */
function usualPanel(): 'open' | 'closed' {
  return matchMedia('(min-width: 1181px)').matches ? 'open' : 'closed'
}
