import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** Something that can be done where the reader is, as the palette offers it. */
export type PageAction = {
  readonly id: string
  readonly icon: LucideIcon
  readonly label: string
  /** Other names by which it is looked for, such as that of the place to which it leads. */
  readonly alsoCalled?: readonly string[]
  /** The keys that do the same. */
  readonly keys?: readonly string[]
  readonly run: () => void
}

/** Offers actions in the palette as long as a part is drawn. */
export function usePageActions(actions: () => readonly PageAction[]): void {
  // The palette reads them while it is drawn, when an effect's event must not be called.
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const source = (): readonly PageAction[] => latest.current()
    sources.push(source)
    return () => void sources.splice(sources.indexOf(source), 1)
  }, [])
}

/** What the parts that are drawn offer now, the innermost first. */
export function readPageActions(): readonly PageAction[] {
  return [...sources].reverse().flatMap(source => source())
}

const sources: (() => readonly PageAction[])[] = []
