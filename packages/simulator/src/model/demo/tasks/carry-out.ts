import type { Texts } from '../language/language.ts'
import type { CallResult } from '../situation/call-result.ts'
import type { Call } from '../tools/call.ts'
import type { Desk, Outcome, Task, Work } from './task.ts'

/** Tasks that are done side by side. */
export type Stage = readonly Task[]

/** The calls of one answer, and the tasks that they are for. */
export type Step = { readonly calls: readonly Call[]; readonly titles: readonly Texts[] }

export type Carrying = Generator<Step, readonly TaskOutcome[], readonly CallResult[]>

/** A task with what came of it. */
export type TaskOutcome = { readonly task: Task; readonly outcome: Outcome }

/** Does one stage after the other. A rejection ends it; a task that needs a failed one is left out. */
export function* carryOut(stages: readonly Stage[], desk: Desk): Carrying {
  const done: TaskOutcome[] = []
  let { previous } = desk
  for (const stage of stages) {
    const open = stage.filter(task => !(task.needsPrevious && previous?.isDone === false))
    for (const task of stage) if (!open.includes(task)) done.push({ task, outcome: leftOut(desk, task) })
    const outcomes = yield* sideBySide(open, { ...desk, previous })
    done.push(...outcomes)
    if (outcomes.some(({ outcome }) => outcome.isRejected === true)) break
    previous = join(outcomes.map(({ outcome }) => outcome)) ?? previous
  }
  return done
}

type Running = { readonly task: Task; readonly work: Work; step: IteratorResult<readonly Call[], Outcome> }

function* sideBySide(tasks: readonly Task[], desk: Desk): Carrying {
  const running: readonly Running[] = tasks.map(task => {
    const work = task.carryOut(desk)
    return { task, work, step: work.next() }
  })
  for (;;) {
    const open = running.filter(({ step }) => step.done !== true)
    if (open.length === 0) break
    const calls = open.flatMap(callsOf)
    const results: readonly CallResult[] =
      calls.length === 0 ? [] : yield { calls, titles: open.map(({ task }) => task.title) }
    let start = 0
    for (const one of open) {
      const { length } = callsOf(one)
      one.step = one.work.next(results.slice(start, start + length))
      start += length
    }
  }
  return running.flatMap(({ task, step }) => (step.done === true ? [{ task, outcome: step.value }] : []))
}

function callsOf({ step }: Running): readonly Call[] {
  return step.done === true ? [] : step.value
}

/** What a stage found, as one: the next task may write it down. */
function join(outcomes: readonly Outcome[]): Outcome | undefined {
  const last = outcomes.at(-1)
  if (!last || outcomes.length === 1) return last
  const outputs = outcomes.flatMap(({ output }) => (output === undefined ? [] : [output]))
  return {
    ...last,
    isDone: outcomes.some(({ isDone }) => isDone),
    ...(outputs.length > 0 && { output: outputs.join('\n\n') }),
  }
}

function leftOut({ language }: Desk, { title }: Task): Outcome {
  const texts: Texts = {
    en: `I left out “${title.en}”, because the step before it did not work.`,
    zh: `上一步没有成功，所以跳过了“${title.zh}”。`,
  }
  return { isDone: false, text: texts[language] }
}
