import type { ApiRequest } from '@antiphon/core'
import type { AnswerBlock } from '../simulated-model.ts'
import { isThinkingOn } from './is-thinking-on.ts'
import type { Texts } from './language/language.ts'
import { readPersonText } from './situation/person-text.ts'
import type { Situation } from './situation/situation.ts'
import { saidIn } from './situation/situation.ts'
import { findWorkingDirectory } from './situation/working-directory.ts'
import { demoNotice } from './talk/demo-notice.ts'
import { announceStep, thinkStep } from './talk/describe-step.ts'
import { notUnderstood } from './talk/help-text.ts'
import { smallTalk } from './talk/small-talk.ts'
import { sumUpOutcomes } from './talk/sum-up-outcomes.ts'
import { carryOut } from './tasks/carry-out.ts'
import { replay } from './tasks/replay.ts'
import type { Desk } from './tasks/task.ts'
import { toStages } from './tasks/to-stages.ts'
import type { OfferedTool } from './tools/offered-tools.ts'
import { createToolbox } from './tools/toolbox.ts'
import { isPlanMode, proposeFirst } from './wishes/leave-plan-mode.ts'
import { readTasks } from './wishes/read-tasks.ts'
import { readFact } from './wishes/remember-fact.ts'

export type AnswerWishOptions = {
  readonly request: ApiRequest
  readonly situation: Situation
  readonly tools: readonly OfferedTool[]
}

/** Answers what a person said: the next calls for it, or what came of them. */
export function answerWish({ request, situation, tools }: AnswerWishOptions): readonly AnswerBlock[] {
  const { language, rounds, text, references } = situation
  const toolNames = tools.map(({ name }) => name)
  const { tasks, unknown } = readTasks({ text, references, toolNames })
  if (tasks.length === 0) return [say(situation, smallTalk(text, language) ?? notUnderstood(situation))]
  if (rounds.length >= MOST_ROUNDS) return [say(situation, TOO_LONG[language])]
  const desk: Desk = {
    language,
    toolbox: createToolbox(tools, findWorkingDirectory(request)),
    previous: null,
    readTasks: part => readTasks({ text: part, references, toolNames }).tasks.map(({ task }) => task),
    remembered: rememberedIn(request),
  }
  const stages = isPlanMode(request) ? proposeFirst(toStages(tasks)) : toStages(tasks)
  const isParallel = request.tool_choice?.disable_parallel_tool_use !== true
  const replayed = replay({ work: carryOut(stages, desk), rounds, isParallel })
  if (replayed.isOver) return [say(situation, sumUpOutcomes(replayed.value, unknown, language))]
  const thinking =
    isThinkingOn(request, rounds.length > 0) &&
    thinkStep(
      replayed.move,
      tasks.map(({ task }) => task),
      language,
    )
  return [
    ...(thinking ? [{ type: 'thinking', thinking } as const] : []),
    say(situation, announceStep(replayed.move, language)),
    ...replayed.move.calls.map(call => ({ type: 'tool_use', ...call }) as const),
  ]
}

/** A wish takes a few rounds; one that takes more has met something that no rule foresaw. */
export const MOST_ROUNDS = 24

const TOO_LONG: Texts = {
  en: `I stop here: this took ${MOST_ROUNDS} rounds of calls, which is more than any wish that I understand needs.`,
  zh: `我先停在这里：已经调用了 ${MOST_ROUNDS} 轮工具，超过了我能听懂的任何请求所需要的次数。`,
}

function say({ isFirstAnswer, language }: Situation, text: string): AnswerBlock {
  return { type: 'text', text: isFirstAnswer ? `${demoNotice(language)}\n\n${text}` : text }
}

function rememberedIn({ messages }: ApiRequest): readonly string[] {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(message => readFact(readPersonText(saidIn(message)).text) ?? [])
}
