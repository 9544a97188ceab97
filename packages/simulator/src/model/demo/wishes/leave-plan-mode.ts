import type { ApiRequest } from '@antiphon/core'
import type { Texts } from '../language/language.ts'
import { failedOutcome } from '../results/failed-outcome.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import { blocksOf } from '../situation/situation.ts'
import type { Stage } from '../tasks/carry-out.ts'
import type { Desk, Task, Work } from '../tasks/task.ts'

/** Whether the harness says, since its last word to the contrary, that nothing may be changed yet. */
export function isPlanMode({ messages }: ApiRequest): boolean {
  const texts = messages.flatMap(blocksOf).flatMap(block => (block.type === 'text' ? [block.text] : []))
  const last = texts.findLast(text => ENTERED.test(text) || LEFT.test(text))
  return last !== undefined && !LEFT.test(last)
}

const ENTERED = /plan mode (?:is|still) (?:active|on)/i
const LEFT = /(?:exited|left) plan mode/i

/** The stages with a proposal before the first that changes something. */
export function proposeFirst(stages: readonly Stage[]): readonly Stage[] {
  const first = stages.findIndex(stage => stage.some(({ isReading }) => !isReading))
  if (first === -1) return stages
  return [...stages.slice(0, first), [proposal(stages.slice(first).flat())], ...stages.slice(first)]
}

function proposal(tasks: readonly Task[]): Task {
  const title: Texts = { en: 'propose the plan', zh: '提出计划' }
  return { title, isReading: false, carryOut: desk => propose(tasks, desk) }
}

function* propose(tasks: readonly Task[], desk: Desk): Work {
  const { language, toolbox, previous } = desk
  const plan = tasks.map(({ title }, index) => `${index + 1}. ${title[language]}`).join('\n')
  const call = toolbox.call('leavePlanMode', { plan })
  // Once the plan is approved a harness may offer the tool no more.
  if (!call) return { ...previous, isDone: previous?.isDone ?? true, text: '' }
  const [result = MISSING_RESULT] = yield [call]
  if (result.status === 'ok') return { ...previous, isDone: true, text: '' }
  const tried: Texts = { en: 'go ahead with the plan', zh: '按计划进行' }
  return { ...failedOutcome(result, tried, language), isRejected: true }
}
