import type { ChatState } from '@antiphon/core/chat'
import { formatModel, oneLine, stripControl } from '@antiphon/core/ui'
import { formatUsd } from '@antiphon/core/usage'
import type { AgentStanding } from '@antiphon/host'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'
import type { ReplTexts } from './repl-texts.ts'

export type StatusFacts = {
  /** Null until the agent is there. */
  readonly standing: AgentStanding | null
  readonly state: ChatState
  readonly branch: string | null
  /** How many tasks run in the background. */
  readonly tasks: number
  readonly isDemo: boolean
  /** How keys are taken, where they are those of vi. */
  readonly viMode: 'normal' | 'insert' | null
  /** What the person's own command says, which then stands instead of all else but the mode. */
  readonly own: string
}

/** Model, mode and branch on the left; what is left of the context and what it cost on the right. */
export function formatStatus(facts: StatusFacts, texts: ReplTexts, { palette, width }: Screen): string {
  const { standing, state, branch, tasks, isDemo, own, viMode } = facts
  const mode = state.permissionMode ?? standing?.permissionMode ?? 'default'
  const model = state.model ?? standing?.model ?? ''
  const { contextTokens, contextWindow, totalUsd } = state.spending
  const first = [
    ...(state.isStoreAway ? [texts.storeAway] : []),
    ...(viMode === null ? [] : [texts.viModes[viMode]]),
  ]
  if (own !== '')
    return palette.dim(
      `  ${cutToWidth([...first, own, texts.modes[mode] ?? mode].filter(Boolean).join(' · '), width - 2)}`,
    )
  const left = [
    ...first,
    standing === null
      ? texts.starting
      : isDemo
        ? texts.demoModel
        : formatModel(oneLine(stripControl(model), 60)),
    ...(texts.modes[mode] === '' ? [] : [texts.modes[mode] ?? mode]),
    ...(branch === null ? [] : [oneLine(stripControl(branch), 40)]),
    ...(tasks > 0 ? [`⚙ ${tasks}`] : []),
  ].filter(part => part !== '')
  const right = [
    ...(contextWindow > 0 && contextTokens > 0
      ? [texts.contextLeft(Math.max(0, Math.round((1 - contextTokens / contextWindow) * 100)))]
      : []),
    ...(totalUsd > 0 && !isDemo ? [formatUsd(totalUsd)] : []),
  ].join(' · ')
  const words = left.join(' · ')
  const room = width - textWidth(right) - 4
  const start = cutToWidth(words, Math.max(8, room))
  const gap = Math.max(2, width - 2 - textWidth(start) - textWidth(right))
  return palette.dim(`  ${start}${right === '' || room < 8 ? '' : ' '.repeat(gap) + right}`)
}
