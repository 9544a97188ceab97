import { formatKey, type PressedKey } from '../keyboard/key.ts'
import type { ReplTexts } from './repl-texts.ts'

/** What keys do beside writing; each is true where the key was one of them. */
export interface ReplKeys {
  /** Wherever one is. */
  pressAnywhere(key: PressedKey): boolean
  /** Where one writes. */
  pressInField(key: PressedKey): boolean
}

export type ReplKeyActions = {
  readonly texts: ReplTexts
  /** Whether nothing is written or attached. */
  readonly isEmpty: () => boolean
  readonly clear: () => void
  /** Whether a menu or a search is open above the field. */
  readonly isMenuOpen: () => boolean
  readonly isRunning: () => boolean
  /** Whether something else stands where one writes. */
  readonly isCovered: () => boolean
  readonly interrupt: () => void
  readonly rewind: () => void
  readonly leave: () => void
  readonly help: () => void
  readonly cycleMode: () => void
  readonly toggleTodos: () => void
  readonly showTranscript: () => void
  readonly stop: () => void
  readonly drawAnew: () => void
  readonly writeOutside: () => void
  /** Lets prompts go that wait for the person's word; false where there are none. */
  readonly release: () => boolean
  /** Words that hold for a moment. */
  readonly hint: (words: string) => void
}

/** Nothing was pressed yet. */
export function createReplKeys(actions: ReplKeyActions): ReplKeys {
  const { texts, clear, hint } = actions
  let [escapeAt, leaveAt] = [0, 0]

  function pressEscape(): void {
    const isSecond = Date.now() - escapeAt < TWICE_MS
    const isEmpty = actions.isEmpty()
    escapeAt = isSecond || actions.isRunning() ? 0 : Date.now()
    if (actions.isRunning()) actions.interrupt()
    else if (isSecond && isEmpty) actions.rewind()
    else if (isSecond) clear()
    else hint(isEmpty ? texts.again.rewind : texts.again.clear)
  }

  function pressLeave(): void {
    const isSecond = Date.now() - leaveAt < TWICE_MS
    leaveAt = Date.now()
    if (isSecond && actions.isEmpty()) actions.leave()
    else if (!actions.isEmpty()) clear()
    else if (actions.isRunning()) actions.interrupt()
    hint(texts.again.exit)
  }

  const anywhere: ReadonlyMap<string, () => void> = new Map([
    ['ctrl+o', actions.showTranscript],
    ['ctrl+z', actions.stop],
    ['ctrl+l', actions.drawAnew],
  ])

  /** Only where nothing is written. */
  const empty: ReadonlyMap<string, () => void> = new Map([
    ['ctrl+d', actions.leave],
    ['ctrl+t', actions.toggleTodos],
    ['?', actions.help],
  ])

  return {
    pressAnywhere(key) {
      const name = formatKey(key)
      const act = name === 'shift+tab' && !actions.isCovered() ? actions.cycleMode : anywhere.get(name)
      act?.()
      return act !== undefined
    },
    pressInField(key) {
      const name = formatKey(key)
      const isEmpty = actions.isEmpty()
      if (name === 'escape' && !actions.isMenuOpen()) pressEscape()
      else if (name === 'ctrl+c' && !actions.isMenuOpen()) pressLeave()
      else if (name === 'ctrl+g') actions.writeOutside()
      else if (isEmpty && empty.has(name)) empty.get(name)?.()
      else return isEmpty && key.name === 'enter' && actions.release()
      return true
    },
  }
}

/** Keys that mean more when they are pressed twice are pressed within this. */
export const TWICE_MS = 1500
