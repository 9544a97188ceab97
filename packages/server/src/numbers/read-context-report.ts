import { buildConversation, type Entry } from '@antiphon/core'
import { type ContextPoint, followContext } from '@antiphon/search'
import type { FoundLog } from '../logs/find-log.ts'
import { encodeLogId } from '../logs/log-id.ts'
import type { ContextAnswer, ContextReport } from '../protocol/numbers-protocol.ts'
import { createAnswerPlaces } from './answer-places.ts'
import { type ReadLogOptions, readLogEntries } from './read-log-entries.ts'

/** Reads a whole log and tells how full the context was, for as many answers as a plot can show. */
export async function readContextReport(log: FoundLog, options: ReadLogOptions): Promise<ContextReport> {
  const places = createAnswerPlaces(encodeLogId(log))
  const entries: Entry[] = []
  for await (const line of readLogEntries(log.path, options)) {
    places.add(line)
    entries.push(line.entry)
  }
  const { messages } = buildConversation(entries)
  const following = followContext(messages, { detailed: MAX_POINTS })
  const points: ContextAnswer[] = []
  let answers = 0
  let next = following.next()
  for (; !next.done; next = following.next()) {
    const answer = toAnswer(next.value, answers)
    if (answer) points.push({ ...answer, place: places.find(next.value.id) })
    answers += 1
  }
  return { answers, points, compactions: next.value.slice(-MAX_COMPACTIONS) }
}

const MAX_POINTS = 80
const MAX_COMPACTIONS = 200

function toAnswer(point: ContextPoint, index: number): Omit<ContextAnswer, 'place'> | null {
  const { at, model, tokens, maxTokens, detail } = point
  if (!detail) return null
  const { messages, categories } = detail
  const parts = {
    user: messages.userMessageTokens,
    assistant: messages.assistantMessageTokens,
    calls: messages.toolCallTokens,
    results: messages.toolResultTokens,
    attachments: messages.attachmentTokens,
    memory: categories.find(({ id }) => id === 'memory_files')?.tokens ?? 0,
  }
  const row = categories.find(({ id }) => id === 'system_prompt')
  const before = row?.tokens ?? 0
  const [prompt, system] = row?.isEstimated ? [0, before] : [before, 0]
  const explained = Object.values(parts).reduce((sum, part) => sum + part, 0)
  // Estimates may be more than what was counted: then all of them are but the system prompt, which stays.
  const room = Math.max(0, tokens - before)
  const scale = explained > room ? room / explained : 1
  for (const name of Object.keys(parts) as (keyof typeof parts)[]) parts[name] *= scale // its own keys
  const unexplained = Math.max(0, room - explained)
  return { index, at, model, tokens, maxTokens, parts: { ...parts, prompt, system, unexplained } }
}
