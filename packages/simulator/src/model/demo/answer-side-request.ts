import { type ApiRequest, isObject } from '@antiphon/contract'
import { oneLine } from '@antiphon/core/ui'
import { readPersonText } from './person-text.ts'
import { blocksIn, saidIn } from './situation.ts'

/** The answer to a request that no person made (a probe, a title, a summary); null for a wish. */
export function answerSideRequest(request: ApiRequest): string | null {
  const { system, messages, tools = [], max_tokens } = request
  const lastUser = messages.findLast(({ role }) => role === 'user')
  const last = lastUser ? saidIn(lastUser) : ''
  if (max_tokens <= 1 || last.trim() === 'quota') return 'OK'
  const rules = typeof system === 'string' ? system : (system ?? []).map(({ text }) => text).join('\n')
  if (COMPACTION.test(last)) return summarize(request, last.includes('<summary>'))
  const asked = `${rules}\n${last}`
  return tools.length === 0 && TITLE.test(asked) ? titleFor(last, asked) : null
}

const COMPACTION =
  /^[^\n]*(?:\bsummary of (?:the|our|this) (?:\w+ )?conversation|\bThe conversation gets too long\b|总结以上对话)/i
const TITLE =
  /\b(?:title|name)s?\b[^.\n]{0,60}\b(?:conversation|session)s?\b|\bnew (?:conversation )?topic\b|isNewTopic/i

/** The first words of what is quoted or said; as JSON where a key is asked for. */
function titleFor(last: string, asked: string): string {
  const quoted = /<(session|conversation|message)>\s*([\s\S]*?)\s*<\/\1>/.exec(last)?.[2] ?? last
  const words = oneLine(quoted, 200).split(' ').slice(0, 7).join(' ')
  const title = [...words].slice(0, 50).join('') || 'New conversation'
  const isTopic = asked.includes('isNewTopic')
  if (!isTopic && !/["'`]title["'`]/.test(asked)) return title
  return JSON.stringify({ ...(isTopic && { isNewTopic: true }), title })
}

/** What can be said about a conversation without understanding it: quoted and counted. */
function summarize({ messages }: ApiRequest, hasTags: boolean): string {
  const before = messages.slice(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  )
  const wishes = before
    .filter(({ role }) => role === 'user')
    .map(message => oneLine(readPersonText(saidIn(message)).text, 200))
    .filter(text => text !== '')
  const calls = before.flatMap(blocksIn).flatMap(block => (block.type === 'tool_use' ? [block] : []))
  const used = calls.map(({ name, input }) => {
    const path = isObject(input) ? input.file_path : undefined
    return typeof path === 'string' ? `${name} ${oneLine(path, 200)}` : name
  })
  const answer = before
    .filter(({ role }) => role === 'assistant')
    .map(saidIn)
    .findLast(text => text !== '')
  const summary = [
    'This summary was quoted by a demo without a language model.',
    `1. What the person wants:\n${list(wishes)}`,
    `2. What was called:\n${list([...new Set(used)].slice(0, MOST_CALLS))}`,
    `3. What was said last:\n${list(answer === undefined ? [] : [oneLine(answer, 300)])}`,
  ].join('\n\n')
  return hasTags ? `<summary>\n${summary}\n</summary>` : summary
}

const MOST_CALLS = 40

function list(items: readonly string[]): string {
  return items.length === 0 ? '- none' : items.map(item => `- ${item}`).join('\n')
}
