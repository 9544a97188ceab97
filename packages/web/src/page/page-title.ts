import { useEffect } from 'react'

/** Names the window after the place that it shows; an empty name stands for the page as a whole. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    title.name = name
    compose()
  }, [name])
}

/** Marks the window's title while somebody is waited for: they may look at another one. */
export function useTitleMark(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    title.waiting += 1
    compose()
    return () => {
      title.waiting -= 1
      compose()
    }
  }, [isWaiting])
}

// A window has one title, which several parts have something to say about.
const title = { name: '', waiting: 0 }

function compose(): void {
  const words = title.name === '' ? 'Antiphon' : `${title.name} – Antiphon`
  document.title = title.waiting > 0 ? `● ${words}` : words
}
