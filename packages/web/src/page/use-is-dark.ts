import { useSyncExternalStore } from 'react'
import { usePageChoices } from './page-choices.ts'

/** Whether the page is dark now: by choice, or as the system is. */
export function useIsDark(): boolean {
  const { theme } = usePageChoices()
  const isSystemDark = useSyncExternalStore(subscribe, () => query().matches)
  return theme === 'system' ? isSystemDark : theme === 'dark'
}

function query(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function subscribe(onChange: () => void): () => void {
  const list = query()
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
