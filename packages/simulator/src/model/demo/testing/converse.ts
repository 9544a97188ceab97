import type { ApiMessage, ApiRequest, ContentBlock, ToolUseBlock } from '@antiphon/contract'
import { identifyBlocks } from '../../../answer/identify-blocks.ts'
import type { Answer, ModelTurn } from '../../simulated-model.ts'
import { createDemoModel } from '../create-demo-model.ts'
import { CLAUDE_CODE_TOOLS } from './claude-code-tools.ts'

/** What a tool answers in a test; a string is a result that went well. */
export type ToolAnswer = string | { readonly error: string }

export type ConverseOptions = {
  readonly request?: Partial<ApiRequest>
  readonly runTool?: (call: ToolUseBlock, round: number) => ToolAnswer
  readonly maxRounds?: number
}

/** A whole turn: each answer with its blocks, and the request as it stood at the end. */
export type Conversed = {
  readonly answers: readonly Answer[]
  readonly calls: readonly (readonly ToolUseBlock[])[]
  /** The text of the last answer. */
  readonly text: string
  readonly request: ApiRequest
}

/** Asks the demo and runs what it calls, until it calls nothing more. */
export async function converse(prompt: string | null, options: ConverseOptions = {}): Promise<Conversed> {
  const { runTool = () => 'done', maxRounds = 60 } = options
  const answers: Answer[] = []
  const calls: (readonly ToolUseBlock[])[] = []
  let request = toRequest(prompt, options.request)
  for (let round = 0; round < maxRounds; round++) {
    const answer = await createDemoModel().answer(request, TURN)
    answers.push(answer)
    const content = signed(answer, round)
    if (content.length > 0) request = extend(request, { role: 'assistant', content })
    const asked = content.filter(block => block.type === 'tool_use')
    if (asked.length === 0) break
    calls.push(asked)
    const results = asked.map(call => toResult(call, runTool(call, round)))
    request = extend(request, { role: 'user', content: results })
  }
  const last = answers.at(-1)?.blocks ?? []
  const text = last.map(block => (block.type === 'text' ? block.text : '')).join('')
  return { answers, calls, text, request }
}

/** A request of a person with Claude Code's tools. */
export function toRequest(prompt: string | null, rest: Partial<ApiRequest> = {}): ApiRequest {
  return {
    model: 'claude-opus-5-5',
    max_tokens: 4096,
    tools: CLAUDE_CODE_TOOLS,
    messages: prompt === null ? [] : [{ role: 'user', content: prompt }],
    ...rest,
  }
}

export const TURN: ModelTurn = { number: 0, random: () => 0.5, signal: new AbortController().signal }

function signed(answer: Answer, round: number): readonly ContentBlock[] {
  let count = 0
  const blocks = identifyBlocks(answer.blocks, prefix => `${prefix}_demo_${round}_${count++}`)
  return blocks.map(block => (block.type === 'thinking' ? { ...block, signature: 'c2ln' } : block))
}

function toResult(call: ToolUseBlock, answer: ToolAnswer): ContentBlock {
  const result = { type: 'tool_result', tool_use_id: call.id } as const
  return typeof answer === 'string'
    ? { ...result, content: answer }
    : { ...result, content: answer.error, is_error: true }
}

function extend(request: ApiRequest, message: ApiMessage): ApiRequest {
  return { ...request, messages: [...request.messages, message] }
}
