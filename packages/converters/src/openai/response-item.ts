/** An item of OpenAI's Responses (`ResponseInputItem` of `openai`), of those that ours have a word for. */
export type OpenAiResponseItem =
  | ResponseMessageItem
  | ResponseAnswerItem
  | ResponseReasoningItem
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | ResponseInputPart[] }
  | { type: 'custom_tool_call'; call_id: string; name: string; input: string }
  | { type: 'custom_tool_call_output'; call_id: string; output: string | ResponseInputPart[] }

export type ResponseMessageItem = {
  type: 'message'
  role: 'user' | 'system' | 'developer' | 'assistant'
  content: string | ResponseInputPart[]
}

/** An answer as the API gave it. */
export type ResponseAnswerItem = {
  type: 'message'
  role: 'assistant'
  id: string
  status: 'in_progress' | 'completed' | 'incomplete'
  content: ({ type: 'output_text'; text: string; annotations: [] } | { type: 'refusal'; refusal: string })[]
}

/** Only one that came from this library: its ciphertext is OpenAI's. */
export type ResponseReasoningItem = {
  type: 'reasoning'
  id: string
  summary: { type: 'summary_text'; text: string }[]
}

export type ResponseInputPart =
  | { type: 'input_text'; text: string }
  | {
      type: 'input_image'
      detail: 'low' | 'high' | 'auto' | 'original'
      image_url?: string
      file_id?: string
    }
  | { type: 'input_file'; file_data?: string; file_id?: string; file_url?: string; filename?: string }
