import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { parseRoute } from '../page/route.ts'
import type { ListLine } from './compute-list-lines.ts'

export type ListPlaceOptions = {
  readonly lines: readonly ListLine[]
  readonly openId: string | undefined
  /** Whether all sessions are there: until then lines move. */
  readonly isListed: boolean
  readonly listRef: RefObject<HTMLElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
}

/** Where the reader is in the list. */
export interface ListPlace {
  /** Goes on from where the reader is, or was last. */
  move(step: 1 | -1): void
  toFirst(): void
  toLast(): void
  /** Goes to the head of a group, by its key. */
  toGroup(key: string): void
  /** Gives the focus back to the row where the reader was; to the list where that is gone. */
  giveBack(): void
  /** Takes down which row has the focus. */
  onFocus(event: { readonly target: EventTarget }): void
}

/** Keeps the reader's place in the list: the open session is in sight, and whoever comes back goes on where they left. */
export function useListPlace(options: ListPlaceOptions): ListPlace {
  const { lines, openId, isListed, listRef, virtualizer } = options
  const last = useRef<string>(undefined)
  const openIndex = findSession(lines, openId)
  const isThere = openIndex !== -1

  const focusLine = (index: number): void => {
    const line = lines[index]
    if (line?.kind !== 'session') return
    virtualizer.scrollToIndex(index, { align: 'auto' })
    focusWhenDrawn(listRef.current, 'session', line.row.id)
  }
  const giveBack = (): void => {
    const index = findSession(lines, last.current)
    if (index === -1) listRef.current?.focus({ preventScroll: true })
    else focusLine(index)
  }
  const latest = useRef({ openIndex, giveBack })
  useEffect(() => {
    latest.current = { openIndex, giveBack }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: while all is listed the open session moves
  useEffect(() => {
    const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {}
    const index = latest.current.openIndex
    if (isThere && (index <= startIndex || index >= endIndex))
      virtualizer.scrollToIndex(index, { align: 'center' })
  }, [openId, isThere, isListed, virtualizer])

  useEffect(() => {
    if (openId === undefined) return undefined
    last.current = openId
    // What was read takes the focus with it when it goes; other places have the keys for themselves.
    return () => {
      requestAnimationFrame(() => {
        const { kind } = parseRoute(location.hash)
        if ((kind === 'sessions' || kind === 'home') && document.activeElement === document.body)
          latest.current.giveBack()
      })
    }
  }, [openId])

  const current = (): number => {
    const { activeElement } = document
    const focused = activeElement instanceof HTMLElement ? activeElement.dataset.session : undefined
    return findSession(lines, focused ?? openId ?? last.current)
  }
  return {
    move: step => focusLine(findRow(lines, current() + step, step)),
    toFirst: () => focusLine(findRow(lines, 0, 1)),
    toLast: () => focusLine(findRow(lines, lines.length - 1, -1)),
    toGroup: key => focusWhenDrawn(listRef.current, 'group', key),
    // Once what the reader chose is drawn.
    giveBack: () => void requestAnimationFrame(() => latest.current.giveBack()),
    onFocus({ target }) {
      const id = target instanceof HTMLElement ? target.dataset.session : undefined
      if (id !== undefined) last.current = id
    },
  }
}

function findSession(lines: readonly ListLine[], id: string | undefined): number {
  return lines.findIndex(line => line.kind === 'session' && line.row.id === id)
}

function findRow(lines: readonly ListLine[], from: number, step: 1 | -1): number {
  for (let index = from; index >= 0 && index < lines.length; index += step)
    if (lines[index]?.kind === 'session') return index
  return -1
}

function focusWhenDrawn(list: HTMLElement | null, kind: 'session' | 'group', id: string, tries = 10): void {
  const line = list?.querySelector<HTMLElement>(`[data-${kind}="${CSS.escape(id)}"]`)
  if (line) line.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(list, kind, id, tries - 1))
}
