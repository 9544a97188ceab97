import { oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import type { Language, Texts } from '../language/language.ts'
import type { Desk, Outcome, Task, Work } from '../tasks/task.ts'
import type { Call } from '../tools/call.ts'
import { type PlanItem, toPlanCall } from '../tools/to-plan-call.ts'
import type { Wish } from './wish.ts'

/** “plan: list the files; search TODO; write the result to notes.md”, “制定计划：…”: a list that is then worked off. */
export const planWork: Wish = {
  name: 'plan',
  reach: 'everything',
  example: {
    en: 'plan: list the files; search for TODO; write the result to notes.md',
    zh: '制定计划：列出文件；搜索 TODO；把结果写入 notes.md',
  },
  understand(clause) {
    const goal = readGoal(clause)
    if (goal === null) return null
    const title: Texts = { en: `plan ${oneLine(goal.shown, 60)}`, zh: `计划${oneLine(goal.shown, 60)}` }
    return { title, isReading: false, carryOut: desk => carryOut(goal, desk) }
  },
}

type Goal = { readonly shown: string; readonly steps: readonly string[] }

const ENGLISH =
  /^(?:(?:make|create|write|draw up|draft|give me)\s+)?(?:me\s+)?(?:a\s+|the\s+)?(?:step-by-step\s+)?(?:plan|to-?do list|todos?)(?![.\w/])\s*(?:for|to|how to|of)?\s*[:,]?\s*(.*)$/is
const CHINESE =
  /^(?:制定|制订|做|列|写|给我)?\s*(?:一个|一份|个)?(?:计划|规划|待办(?:清单|列表|事项)?|方案)(?:一下)?[：:，,]?\s*(.*)$/s

function readGoal({ text, unmask }: Clause): Goal | null {
  const match = ENGLISH.exec(text) ?? CHINESE.exec(text)
  if (!match) return null
  const said = (match[1] ?? '').trim()
  const listed = said.includes(':') || said.includes('：') ? said.replace(/^[^:：]*[:：]\s*/, '') : said
  const parts = listed
    .split(/\n+|;\s*|；|。|,\s*(?:and\s+)?(?:then\s+)?|，|、|\s+and\s+then\s+|\s+then\s+|然后|\s+and\s+/)
    .map(part => unmask(part.replace(/^\s*(?:[-*•]|\d+[.)、])\s*/, '')).trim())
    .filter(part => part !== '')
  return { shown: unmask(said), steps: parts.length > 1 ? parts.slice(0, MOST_STEPS) : [] }
}

const MOST_STEPS = 8

type PlannedStep = { readonly title: string; readonly tasks: readonly Task[] }

function planSteps({ shown, steps }: Goal, { readTasks, language }: Desk): readonly PlannedStep[] {
  if (steps.length > 0) return steps.map(title => ({ title, tasks: readTasks(title) }))
  const own = readTasks(shown)
  if (own.length > 0) return own.map(task => ({ title: task.title[language], tasks: [task] }))
  const word = /[\p{L}\p{N}_-]{4,}/gu
  const longest = [...(shown.match(word) ?? [])].toSorted((one, other) => other.length - one.length)[0]
  const first: Texts = { en: 'list the files', zh: '列出文件' }
  const second: Texts = { en: `search for "${longest ?? 'TODO'}"`, zh: `搜索“${longest ?? 'TODO'}”` }
  const last = oneLine(shown, 80)
  return [first[language], second[language], ...(last === '' ? [] : [last])].map(title => ({
    title,
    tasks: title === last ? [] : readTasks(title),
  }))
}

function* carryOut(goal: Goal, desk: Desk): Work {
  const steps = planSteps(goal, desk)
  const outcomes: (Outcome | null)[] = []
  let { previous } = desk
  for (const [index, { tasks }] of steps.entries()) {
    // The list is updated in the same answer as the step's first calls.
    let update = listCall(steps, outcomes, index, desk)
    let reached: Outcome | null = null
    for (const task of tasks) {
      // A plan inside a plan is only named: nothing nests without end.
      const work = task.carryOut({ ...desk, previous, readTasks: () => [] })
      const ended: Outcome = yield* withFirst(update, work)
      update = null
      reached = ended
      previous = ended
      if (ended.isRejected) return sumUp(steps, [...outcomes, ended], desk.language)
    }
    outcomes.push(reached)
  }
  const last = listCall(steps, outcomes, -1, desk)
  if (last) yield [last]
  return sumUp(steps, outcomes, desk.language)
}

/** Work whose first calls have another before them, which nobody waits for. */
function* withFirst(call: Call | null, work: Work): Work {
  let step = work.next()
  let extra = call
  while (step.done !== true) {
    const calls = extra ? [extra, ...step.value] : step.value
    const results = yield calls
    step = work.next(extra ? results.slice(1) : results)
    extra = null
  }
  return step.value
}

function listCall(
  steps: readonly PlannedStep[],
  outcomes: readonly (Outcome | null)[],
  current: number,
  { toolbox }: Desk,
): Call | null {
  const items = steps.map(({ title }, index): PlanItem => {
    const isDone = outcomes[index]?.isDone === true
    return { title, status: isDone ? 'completed' : index === current ? 'in_progress' : 'pending' }
  })
  return toPlanCall(toolbox.tools, items)
}

function sumUp(
  steps: readonly PlannedStep[],
  outcomes: readonly (Outcome | null)[],
  language: Language,
): Outcome {
  const lines = steps.map(({ title, tasks }, index) => {
    const outcome = outcomes[index]
    const mark = outcome?.isDone ? 'x' : ' '
    const why = tasks.length === 0 ? ` — ${NEEDS_MODEL[language]}` : ''
    return `- [${mark}] ${oneLine(title, 120)}${why}`
  })
  const done = outcomes.filter(outcome => outcome?.isDone).length
  const head: Texts = {
    en: `The plan: ${done} of ${steps.length} steps are done.`,
    zh: `计划：${steps.length} 步中完成了 ${done} 步。`,
  }
  const details = outcomes.flatMap(outcome => (outcome ? [outcome.text] : []))
  return {
    isDone: true,
    text: [`${head[language]}\n${lines.join('\n')}`, ...details].join('\n\n'),
    output: lines.join('\n'),
    ...(outcomes.some(outcome => outcome?.isRejected) && { isRejected: true }),
  }
}

const NEEDS_MODEL: Texts = { en: 'this step needs a real model', zh: '这一步需要真正的模型' }
