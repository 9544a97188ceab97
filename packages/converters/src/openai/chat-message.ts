/** A message of OpenAI's Chat Completions (`ChatCompletionMessageParam` of `openai`). */
export type OpenAiChatMessage =
  | { role: 'system' | 'developer'; content: string | ChatTextPart[] }
  | { role: 'user'; content: string | ChatUserPart[] }
  | {
      role: 'assistant'
      content?: string | (ChatTextPart | ChatRefusalPart)[] | null
      tool_calls?: ChatToolCall[]
    }
  | { role: 'tool'; tool_call_id: string; content: string | ChatTextPart[] }

export type ChatTextPart = { type: 'text'; text: string }
export type ChatRefusalPart = { type: 'refusal'; refusal: string }
export type ChatUserPart =
  | ChatTextPart
  | { type: 'image_url'; image_url: { url: string; detail?: 'auto' | 'low' | 'high' } }
  | { type: 'file'; file: { file_data?: string; file_id?: string; filename?: string } }

export type ChatToolCall =
  | { id: string; type: 'function'; function: { name: string; arguments: string } }
  | { id: string; type: 'custom'; custom: { name: string; input: string } }
