import { type ApiMessage, type ApiRequest, type ContentBlock, toContentBlocks } from '@antiphon/contract'
import type { ContextReference } from '@antiphon/core'
import { isContextContent } from '@antiphon/core/context'
import { type CallResult, readCallResult } from './call-result.ts'
import { type DemoLanguage, detectLanguage } from './language.ts'
import { readPersonText } from './person-text.ts'

/** Where a conversation stands: everything that the demo knows, read off one request. */
export type Situation = {
  /** What the person said last; empty where nobody has said anything. */
  readonly text: string
  readonly references: readonly ContextReference[]
  readonly language: DemoLanguage
  /** What came of the calls since then, in the order of the calls. */
  readonly results: readonly CallResult[]
  /** Nothing has been answered yet. */
  readonly isFirstAnswer: boolean
}

/** Reads the last wish and what has been done about it. */
export function readSituation({ messages }: ApiRequest): Situation {
  const start = messages.findLastIndex(
    message => message.role === 'user' && readPersonText(saidIn(message)).text !== '',
  )
  const message = messages[start]
  const said = message ? readPersonText(saidIn(message)) : { text: '', references: [] }
  return {
    ...said,
    language: detectLanguage(said.text),
    results: readResults(messages.slice(start + 1).flatMap(blocksIn)),
    isFirstAnswer: !messages.some(({ role }) => role === 'assistant'),
  }
}

/** A message's content as blocks. */
export function blocksIn({ content }: ApiMessage): readonly ContentBlock[] {
  return toContentBlocks(content)
}

/** What a message says in text blocks that are not only a reminder, nor what was attached: that is no wish. */
export function saidIn(message: ApiMessage): string {
  const texts = blocksIn(message).flatMap(block => (block.type === 'text' ? [block.text] : []))
  return texts.filter(text => !isContextContent(text) && readPersonText(text).text !== '').join('\n')
}

/** The folder that the harness says it works in, if it says so. */
export function findWorkingDirectory({ system, messages }: ApiRequest): string | undefined {
  const systemTexts = typeof system === 'string' ? [system] : (system ?? []).map(({ text }) => text)
  const first = messages[0] ? blocksIn(messages[0]) : []
  const texts = [...systemTexts, ...first.flatMap(block => (block.type === 'text' ? [block.text] : []))]
  return texts.flatMap(text => STATED.exec(text)?.[1]?.trim() ?? [])[0]
}

const STATED =
  /(?:working directory|current directory|cwd)\**`?\s*(?:is|:|=)\s*`?((?:\/|[A-Za-z]:[\\/])[^\n`<>"]*)/i

function readResults(blocks: readonly ContentBlock[]): readonly CallResult[] {
  const results = new Map(
    blocks.flatMap(block =>
      block.type === 'tool_result' ? [[block.tool_use_id, readCallResult(block)] as const] : [],
    ),
  )
  return blocks.flatMap(block => (block.type === 'tool_use' ? (results.get(block.id) ?? MISSING) : []))
}

const MISSING: CallResult = { status: 'error', text: '' }
