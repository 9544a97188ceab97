import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { blockText } from './block-text.ts'
import { readContentBlocks } from './message-content.ts'

/** The calls of subagents that have no result yet, at a point of the log. */
export type OpenAgentCalls = {
  /** Takes the next message of the log. */
  readonly see: (message: unknown) => void
  /** The open call that a nameless side chain belongs to: the one with its prompt, else the latest. */
  readonly match: (firstMessage: unknown) => string | undefined
  readonly isEmpty: () => boolean
}

/** Follows the calls of subagents through a log. */
export function createOpenAgentCalls(): OpenAgentCalls {
  const prompts = new Map<string, string>()
  const idsByPrompt = new Map<string, string[]>()
  const order: string[] = []

  function open(id: string, prompt: string): void {
    prompts.set(id, prompt)
    order.push(id)
    const ids = idsByPrompt.get(prompt)
    if (ids) ids.push(id)
    else idsByPrompt.set(prompt, [id])
  }

  return {
    see(message) {
      for (const block of readContentBlocks(message)) {
        if (block.type === 'tool_result') prompts.delete(readString(block, 'tool_use_id') ?? '')
        const call = readAgentCall(block)
        if (call) open(call.id, call.prompt)
      }
    },
    match(firstMessage) {
      const ids = idsByPrompt.get(blockText(readContentBlocks(firstMessage)[0])) ?? []
      // Each call takes one side chain, so that two calls with one prompt get theirs in order.
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) if (prompts.has(id)) return id
      while (order.length > 0 && !prompts.has(order.at(-1) ?? '')) order.pop()
      return order.at(-1)
    },
    isEmpty: () => prompts.size === 0,
  }
}

const AGENT_TOOLS: ReadonlySet<unknown> = new Set(['Task', 'Agent'])

function readAgentCall(block: unknown): { readonly id: string; readonly prompt: string } | undefined {
  if (!isObject(block) || block.type !== 'tool_use' || !AGENT_TOOLS.has(block.name)) return undefined
  const id = readString(block, 'id')
  return id === undefined ? undefined : { id, prompt: readString(block.input, 'prompt') ?? '' }
}
