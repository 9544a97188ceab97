import { type RefObject, useEffect, useEffectEvent } from 'react'
import { toCommand } from '../keyboard/use-commands.ts'
import type { Folds } from '../story/folds.ts'
import { isOpenCall, type OpenCalls } from '../story/open-calls.ts'
import { groupKeyOf, type StoryRow, type StoryTurn, turnKeyOf } from '../story/story-row.ts'
import type { StoryListHandle } from './story-list.tsx'
import { toggleTurn, toggleTurns } from './toggle-turn.ts'
import { copyAnswer } from './turn-foot.tsx'

export type StoryKeysOptions = {
  readonly scope: RefObject<HTMLElement | null>
  readonly listRef: RefObject<StoryListHandle | null>
  readonly turns: readonly StoryTurn[]
  readonly folds: Folds
  readonly openCalls: OpenCalls
  readonly onFind: () => void
  readonly onOpenTurn: (row: StoryRow) => void
  /** Asks what of a turn shall be taken back. */
  readonly onRewind: (turn: StoryTurn) => void
}

/** The keys of turns, groups and calls: fold, copy, rewind, find, and on a line Enter and the arrows. */
export function useStoryKeys(options: StoryKeysOptions): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const isFind = event.key.toLowerCase() === 'f' && (event.metaKey || event.ctrlKey) && !event.altKey
    if (isFind && !event.shiftKey) return take(event, options.onFind)
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
    const inScope = options.scope.current?.contains(document.activeElement)
    if (!inScope && document.activeElement !== document.body) return
    const row = options.listRef.current?.current()
    const action = row && keyAction(event, row, options)
    if (action) take(event, action)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => hear(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function take(event: KeyboardEvent, action: () => void): void {
  event.preventDefault()
  action()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

function keyAction(event: KeyboardEvent, row: StoryRow, options: StoryKeysOptions): (() => void) | undefined {
  const { turns, onFind } = options
  const turn = turns.find(({ heading }) => turnKeyOf(heading[0]?.place?.placed.seq ?? -1) === row.turnKey)
  switch (toCommand({ key: event.key, isTyping: false, isModified: false })) {
    case 'findHere':
      return onFind
    case 'foldTurn':
      if (row.kind === 'shut') return inPlace(() => options.onOpenTurn(row), options)
      return turn && inPlace(() => toggleTurn(turn, options), options)
    case 'foldTurns':
      return inPlace(() => toggleTurns(turns, options), options)
    case 'copyAnswer':
      return turn && (() => void copyAnswer(turn).catch(() => undefined))
    case 'rewind':
      return turn && (() => options.onRewind(turn))
  }
  switch (event.key) {
    case 'Enter':
      // A button has the key for itself.
      return isLine(event.target) ? inPlace(() => change(row, turn, options), options) : undefined
    case 'ArrowRight':
      return isOnRow(event.target) && !isOpen(row, options)
        ? inPlace(() => change(row, turn, options), options)
        : undefined
    case 'ArrowLeft':
      return isOnRow(event.target) && isOpen(row, options)
        ? inPlace(() => change(row, turn, options), options)
        : undefined
    default:
      return undefined
  }
}

/** What is opened or closed stays where the reader sees it. */
function inPlace(action: () => void, { listRef }: StoryKeysOptions): () => void {
  return () => {
    listRef.current?.hold()
    action()
  }
}

function isLine(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('.virtual-line')
}

/** The line itself, or the button that is it. */
function isOnRow(target: EventTarget | null): boolean {
  return isLine(target) || (target instanceof HTMLElement && target.matches('.virtual-line [aria-expanded]'))
}

function isOpen(row: StoryRow, { folds, openCalls }: StoryKeysOptions): boolean {
  const key = keyOf(row)
  return key !== undefined && (folds.get(key) ?? isOpenAtFirst(row, openCalls))
}

function isOpenAtFirst(row: StoryRow, openCalls: OpenCalls): boolean {
  if (row.kind === 'group') return row.isOpen
  if (row.kind !== 'step' || row.storyItem.item.kind !== 'tool') return false
  return isOpenCall(row.storyItem.item.story, openCalls)
}

function keyOf(row: StoryRow): string | undefined {
  if (row.kind === 'group') return groupKeyOf(row.part)
  if (row.kind === 'item' && row.storyItem.item.kind !== 'tool') return undefined
  return row.kind === 'step' || row.kind === 'cut' || row.kind === 'item' ? row.key : undefined
}

/** Opens or closes what a line stands for: a turn all that is in it. */
function change(row: StoryRow, turn: StoryTurn | undefined, options: StoryKeysOptions): void {
  const { folds, onOpenTurn } = options
  const key = keyOf(row)
  if (row.kind === 'shut' || row.kind === 'gap') onOpenTurn(row)
  else if (key !== undefined) folds.set(key, !isOpen(row, options))
  else if (turn) toggleTurn(turn, options)
}
