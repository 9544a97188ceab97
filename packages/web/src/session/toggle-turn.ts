import type { Folds } from '../story/folds.ts'
import { groupKeyOf, type StoryTurn } from '../story/story-row.ts'

/** Everything in a turn that can be opened: its groups and its calls. */
function listFolds({ parts }: StoryTurn): readonly string[] {
  return parts.flatMap(part => {
    const items = part.kind === 'work' ? part.items : [part.item]
    const calls = items.flatMap(({ key, item }) => (item.kind === 'tool' ? [key] : []))
    return part.kind === 'work' && calls.length > 1 ? [groupKeyOf(part), ...calls] : calls
  })
}

/** Whether all of a turn's groups and calls are open. */
export function isTurnOpen(turn: StoryTurn, folds: Pick<Folds, 'get'>): boolean {
  const keys = listFolds(turn)
  return keys.length > 0 && keys.every(key => folds.get(key) === true)
}

/** Opens everything in turns, or closes it where all of it is open. */
export function toggleTurns(turns: readonly StoryTurn[], folds: Pick<Folds, 'get' | 'setAll'>): void {
  const isOpen = turns.filter(turn => listFolds(turn).length > 0).every(turn => isTurnOpen(turn, folds))
  folds.setAll(turns.flatMap(listFolds), !isOpen)
}

/** The same for one. */
export function toggleTurn(turn: StoryTurn, folds: Pick<Folds, 'get' | 'setAll'>): void {
  toggleTurns([turn], folds)
}
