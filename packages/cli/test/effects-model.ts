import type { ApiRequest } from '@antiphon/contract'
import {
  type Answer,
  createScriptModel,
  type RequestRecord,
  type ScriptReply,
  type SimulatedModel,
} from '@antiphon/simulator'

/** The file below the project's folder in which each call of `Bash` notes when it begins and when it ends. */
export const EFFECTS = 'effects'

/** A model whose every call leaves a mark of its own: calls at once, calls alone, one to a subagent, then words. */
export function createEffectsModel(): SimulatedModel {
  let [asked, calls] = [0, 0]
  const mark = (seconds: number): { name: string; input: { command: string } } => {
    const number = calls++
    const command = `echo begin ${number} >> ${EFFECTS}; sleep ${seconds}; echo end ${number} >> ${EFFECTS}; seq 40`
    return { name: 'Bash', input: { command } }
  }
  const steps: readonly (() => ScriptReply)[] = [
    () => ({ thinking: 'two of them', text: 'I mark.', calls: [mark(0.02), mark(0.05)], pace: 2 }),
    () => ({ thinking: 'somebody else', text: 'I hand it on.', calls: [TASK], pace: 2 }),
    () => ({ thinking: 'again', text: 'I mark again. '.repeat(8), calls: [mark(0.15)], pace: 2 }),
    () => ({ thinking: 'that is all', text: 'Done. '.repeat(20), pace: 3 }),
  ]
  const agentStep = (request: ApiRequest): ScriptReply =>
    request.messages.length > 1
      ? { thinking: 'it is done', text: 'I marked.', pace: 2 }
      : { thinking: 'a task', text: 'I mark.', calls: [mark(0.03)], pace: 2 }
  return {
    name: 'that leaves marks',
    answer(request, turn): Answer | Promise<Answer> {
      const step = isSubagent(request) ? agentStep(request) : steps[asked++ % steps.length]?.()
      return createScriptModel([step ?? 'Nothing.']).answer(request, turn)
    },
  }
}

/** By these words requests of subagents are told from those of the conversation. */
export const SUBAGENT_PROMPT = 'You are the one who marks once.'
const TASK = { name: 'Task', input: { description: 'mark it', prompt: SUBAGENT_PROMPT } }

/** The requests of the conversation itself. */
export function listMain(records: readonly RequestRecord[]): readonly ApiRequest[] {
  return records.flatMap(({ request }) => (request && !isSubagent(request) ? [request] : []))
}

function isSubagent({ messages }: ApiRequest): boolean {
  return JSON.stringify(messages[0]).includes(SUBAGENT_PROMPT)
}

/** All that a request says before the model answers, block by block, without the marks of the cache. */
export function listSpoken({ tools, system, messages }: ApiRequest): readonly string[] {
  const spoken = messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map(block => ({
      role,
      block,
    })),
  )
  return [tools, system, ...spoken].map(part =>
    JSON.stringify(part, (name, value) => (name === 'cache_control' ? undefined : value)),
  )
}
