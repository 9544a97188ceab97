import {
  type ApiMessage,
  type ApiRequest,
  type ContentBlock,
  type ContextReference,
  isContextContent,
} from '@antiphon/core'
import { maskQuotes } from '../clauses/mask-quotes.ts'
import { detectLanguage, type Language } from '../language/language.ts'
import { type CallResult, MISSING_RESULT, readCallResult } from './call-result.ts'
import { readPersonText } from './person-text.ts'

/** Where a conversation stands: everything that the demo knows, read off one request. */
export type Situation = {
  /** What the person said last; empty where nobody has said anything. */
  readonly text: string
  readonly references: readonly ContextReference[]
  readonly language: Language
  /** The answers with calls since then, oldest first. */
  readonly rounds: readonly Round[]
  /** Nothing has been answered yet. */
  readonly isFirstAnswer: boolean
  /** A picture or document came with the wish. */
  readonly hasMedia: boolean
}

/** The calls of one answer with what came of them. */
export type Round = readonly RoundCall[]

export type RoundCall = { readonly name: string; readonly input: unknown; readonly result: CallResult }

/** Reads the last wish and what has been done about it. “Go on” means the wish before it. */
export function readSituation(request: ApiRequest): Situation {
  const { messages } = request
  const start = messages.findLastIndex(message => message.role === 'user' && isWish(saidIn(message)))
  const message = messages[start]
  const said = message ? readPersonText(saidIn(message)) : { text: '', references: [] }
  return {
    ...said,
    language: detectLanguage(maskQuotes(said.text).text || said.text),
    rounds: readRounds(messages.slice(start + 1)),
    isFirstAnswer: !messages.some(({ role }) => role === 'assistant'),
    hasMedia: message !== undefined && blocksOf(message).some(({ type }) => MEDIA.includes(type)),
  }
}

/** A message's content as blocks. */
export function blocksOf({ content }: ApiMessage): readonly ContentBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** What a message says in text blocks that are not only a reminder, nor what was attached: that is no wish. */
export function saidIn(message: ApiMessage): string {
  const texts = blocksOf(message).flatMap(block => (block.type === 'text' ? [block.text] : []))
  return texts.filter(text => !isContextContent(text) && readPersonText(text).text !== '').join('\n')
}

const MEDIA: readonly string[] = ['image', 'document']
const GO_ON = /^(?:please\s+)?(?:continue|go on|carry on|proceed|继续|请继续|接着来|go ahead)[\s.!。！]*$/i

function isWish(said: string): boolean {
  const { text } = readPersonText(said)
  return text !== '' && !GO_ON.test(text)
}

function readRounds(messages: readonly ApiMessage[]): readonly Round[] {
  const results = new Map(messages.flatMap(blocksOf).flatMap(toResultEntry))
  const rounds: RoundCall[][] = []
  let isSameAnswer = false
  for (const message of messages) {
    const calls = message.role === 'assistant' ? blocksOf(message).flatMap(toCall(results)) : []
    if (isSameAnswer) rounds.at(-1)?.push(...calls)
    else if (calls.length > 0) rounds.push(calls)
    // A harness may send one answer in several messages.
    isSameAnswer = message.role === 'assistant' && (isSameAnswer || calls.length > 0)
  }
  return rounds
}

function toResultEntry(block: ContentBlock): readonly (readonly [string, CallResult])[] {
  return block.type === 'tool_result' ? [[block.tool_use_id, readCallResult(block)]] : []
}

function toCall(results: ReadonlyMap<string, CallResult>): (block: ContentBlock) => readonly RoundCall[] {
  return block =>
    block.type === 'tool_use'
      ? [{ name: block.name, input: block.input, result: results.get(block.id) ?? MISSING_RESULT }]
      : []
}
