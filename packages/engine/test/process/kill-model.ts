import type { ApiRequest } from '@antiphon/contract'
import type { Answer, RequestRecord, ScriptReply, SimulatedModel } from '@antiphon/simulator'
import { createScriptModel } from '@antiphon/simulator'

/** A model that marks, hands on, marks again and ends; as a subagent it marks once; asked for a summary it gives one. */
export function createKillModel(): SimulatedModel {
  let asked = 0
  return {
    name: 'for kills',
    answer: (request, turn): Answer | Promise<Answer> =>
      createScriptModel([toReply(request, isMain(request) ? asked++ : 0)]).answer(request, turn),
  }
}

/** Requests of the conversation itself; those of subagents and for summaries are others. */
export function listMain(records: readonly RequestRecord[]): readonly RequestRecord[] {
  return records.filter(({ request }) => request !== null && isMain(request))
}

function isMain(request: ApiRequest): boolean {
  return !isSubagent(request) && !isForSummary(request)
}

function isSubagent({ system }: ApiRequest): boolean {
  return JSON.stringify(system ?? '').includes('subagent')
}

function isForSummary({ messages }: ApiRequest): boolean {
  return JSON.stringify(messages.at(-1)).includes('The conversation gets too long')
}

function toReply(request: ApiRequest, asked: number): ScriptReply {
  if (isForSummary(request)) return { text: `<summary>${'They marked. '.repeat(60)}</summary>`, pace: 5 }
  if (isSubagent(request))
    return request.messages.length > 1
      ? { thinking: 'it is done', text: 'I marked.', pace: 2 }
      : { thinking: 'a task', text: 'I mark.', calls: [mark(20, 12)], pace: 2 }
  return STEPS[asked % STEPS.length] ?? 'Nothing.'
}

const mark = (words: number, milliseconds: number): { name: string; input: Record<string, number> } => ({
  name: 'Mark',
  input: { words, milliseconds },
})

const STEPS: readonly ScriptReply[] = [
  {
    thinking: 'two at once, then one alone',
    text: 'I mark.',
    calls: [mark(400, 10), mark(400, 20), mark(5, 7)],
    pace: 2,
  },
  {
    thinking: 'somebody else shall do it',
    calls: [{ name: 'Task', input: { description: 'mark it', prompt: 'Mark once.' } }],
    pace: 2,
  },
  { thinking: 'again', text: 'I mark again.', calls: [mark(800, 15)], pace: 2 },
  { thinking: 'that is all', text: 'Done.', pace: 4 },
]
