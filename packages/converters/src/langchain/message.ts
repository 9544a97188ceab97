import type { SaidFields } from '../said/said.ts'

/** A message as LangChain takes it in place of one of its classes (`BaseMessageLike` of `@langchain/core`). */
export type LangChainMessage =
  | (LangChainBase & { role: 'human' | 'system' })
  | (LangChainBase & {
      role: 'ai'
      tool_calls?: LangChainToolCall[]
      invalid_tool_calls?: LangChainInvalidCall[]
      usage_metadata?: LangChainUsage
    })
  | (LangChainBase & {
      role: 'tool'
      tool_call_id: string
      status?: 'success' | 'error'
      artifact?: unknown
    })

type LangChainBase = {
  content: string | LangChainBlock[]
  id?: string
  name?: string
  additional_kwargs?: Record<string, unknown>
  response_metadata?: Record<string, unknown>
}

export type LangChainBlock = { type: string } & SaidFields
export type LangChainToolCall = {
  type: 'tool_call'
  id: string
  name: string
  args: Record<string, unknown>
}
export type LangChainInvalidCall = {
  type: 'invalid_tool_call'
  id: string
  name: string
  args: string
  error: string
}

/** Its input counts what was read from and written into the cache, ours does not. */
export type LangChainUsage = {
  input_tokens: number
  output_tokens: number
  total_tokens: number
  input_token_details: { cache_read: number; cache_creation: number }
}
