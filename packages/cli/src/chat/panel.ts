import type { Key } from '../keyboard/key.ts'
import type { LiveFrame } from '../terminal/live-screen.ts'
import type { Screen } from '../terminal/screen.ts'

/** Something that takes keys and stands where one writes: the prompt, a question, a list. */
export interface Panel {
  frame(room: PanelRoom): LiveFrame
  key(key: Key): void
  /** Which of its questions it asks, where it has several. */
  step?(): number
}

/** What a panel has to stand in. */
export type PanelRoom = { readonly screen: Screen; readonly rows: number }
