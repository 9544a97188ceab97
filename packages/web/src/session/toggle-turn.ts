import type { Folds } from '../story/folds.ts'
import { isOpenCall, type OpenCalls } from '../story/open-calls.ts'
import { groupKeyOf, type StoryTurn } from '../story/story-row.ts'

/** What can be opened in a turn, and whether it is before anybody chose: its groups and its calls. */
function listFolds({ parts }: StoryTurn, openCalls: OpenCalls): readonly (readonly [string, boolean])[] {
  return parts.flatMap(part => {
    const items = part.kind === 'work' ? part.items : [part.item]
    const calls = items.flatMap(({ key, item }) =>
      item.kind === 'tool' ? [[key, isOpenCall(item.story, openCalls)] as const] : [],
    )
    const isGroup = part.kind === 'work' && calls.length > 1
    return isGroup ? [[groupKeyOf(part), openCalls === 'all'] as const, ...calls] : calls
  })
}

export type TurnFoldsOptions = {
  readonly folds: Pick<Folds, 'get' | 'setAll'>
  /** Which calls stand open until the reader chose. */
  readonly openCalls: OpenCalls
}

/** Whether all of a turn's groups and calls are open. */
export function isTurnOpen(turn: StoryTurn, { folds, openCalls }: TurnFoldsOptions): boolean {
  const all = listFolds(turn, openCalls)
  return all.length > 0 && all.every(([key, isOpenAtFirst]) => folds.get(key) ?? isOpenAtFirst)
}

/** Opens everything in turns, or closes it where all of it is open. */
export function toggleTurns(turns: readonly StoryTurn[], options: TurnFoldsOptions): void {
  const folded = turns.filter(turn => listFolds(turn, options.openCalls).length > 0)
  const isOpen = folded.every(turn => isTurnOpen(turn, options))
  const keys = folded.flatMap(turn => listFolds(turn, options.openCalls).map(([key]) => key))
  options.folds.setAll(keys, !isOpen)
}

/** The same for one. */
export function toggleTurn(turn: StoryTurn, options: TurnFoldsOptions): void {
  toggleTurns([turn], options)
}
