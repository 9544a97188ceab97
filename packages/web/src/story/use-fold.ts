import { useState } from 'react'
import { useSessionContext } from './session-context.ts'

/** Whether something is open, and how to change it; remembered while the session is. */
export function useFold(key: string, isOpenAtFirst = false): readonly [boolean, () => void] {
  const { folds } = useSessionContext()
  const [isOpen, setIsOpen] = useState(() => folds.get(key) ?? isOpenAtFirst)
  return [
    isOpen,
    () => {
      folds.set(key, !isOpen)
      setIsOpen(!isOpen)
    },
  ]
}
