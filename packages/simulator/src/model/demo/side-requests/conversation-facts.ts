import { type ApiRequest, isObject, oneLine } from '@antiphon/core'
import { readCallResult } from '../situation/call-result.ts'
import { readPersonText } from '../situation/person-text.ts'
import { blocksOf, saidIn } from '../situation/situation.ts'

/** What can be said about a conversation without understanding it. */
export type ConversationFacts = {
  readonly wishes: readonly string[]
  readonly files: readonly string[]
  /** `Read ×2, Bash ×1`. */
  readonly tools: string
  readonly errors: readonly string[]
  readonly lastAnswer: string
}

/** Counts and quotes what was said and done; the last user message is the question itself and is left out. */
export function readConversationFacts({ messages }: ApiRequest): ConversationFacts {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const before = messages.slice(0, last)
  const blocks = before.flatMap(blocksOf)
  const calls = blocks.flatMap(block => (block.type === 'tool_use' ? [block] : []))
  const answers = before.filter(({ role }) => role === 'assistant').map(saidIn)
  return {
    wishes: before
      .filter(({ role }) => role === 'user')
      .map(message => oneLine(readPersonText(saidIn(message)).text, 200))
      .filter(text => text !== ''),
    files: [...new Set(calls.flatMap(({ input }) => pathsIn(input)))].slice(0, MOST_FILES),
    tools: countNames(calls.map(({ name }) => name)),
    errors: blocks
      .flatMap(block => (block.type === 'tool_result' ? [readCallResult(block)] : []))
      .flatMap(({ status, text }) =>
        status === 'error' || status === 'rejected' ? [oneLine(text, 120)] : [],
      ),
    lastAnswer: oneLine(answers.findLast(text => text !== '') ?? '', 300),
  }
}

const MOST_FILES = 40

function pathsIn(input: unknown): readonly string[] {
  if (!isObject(input)) return []
  return ['file_path', 'filePath', 'path', 'notebook_path'].flatMap(name => {
    const value = input[name]
    return typeof value === 'string' ? [oneLine(value, 200)] : []
  })
}

/** Names with how often each stands there, the most frequent first. */
export function countNames(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ×${count}`)
    .join(', ')
}
