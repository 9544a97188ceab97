import type { CacheControl, ContentBlock, TextBlock } from './content-block.ts'
import type { JsonObject } from './json.ts'

/** One message as the Messages API takes it. */
export type ApiMessage = {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly ContentBlock[]
}

/** A tool definition as the API takes it: a client tool has a name and a schema, a server tool a dated type. */
export type ApiTool = {
  readonly type?: string
  readonly name?: string
  readonly description?: string
  readonly input_schema?: JsonObject
  readonly defer_loading?: boolean
  readonly strict?: boolean
  readonly cache_control?: CacheControl | null
  readonly [field: string]: unknown
}

/** The body of `POST /v1/messages`. Fields beyond these are beta or foreign and are judged by the contract. */
export type ApiRequest = {
  readonly model: string
  readonly max_tokens: number
  readonly messages: readonly ApiMessage[]
  readonly system?: string | readonly TextBlock[]
  readonly tools?: readonly ApiTool[]
  readonly tool_choice?: JsonObject
  readonly thinking?: JsonObject
  readonly output_config?: JsonObject
  readonly cache_control?: CacheControl
  readonly metadata?: JsonObject
  readonly stop_sequences?: readonly string[]
  readonly stream?: boolean
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly [field: string]: unknown
}
