import type { AiJsonValue, AiProviderFields } from './slot.ts'

/** A message as the AI SDK sends it to a model (`ModelMessage` of `ai`), as JSON. */
export type AiSdkModelMessage =
  | { role: 'system'; content: string; providerOptions?: AiProviderFields }
  | { role: 'user'; content: string | AiUserPart[]; providerOptions?: AiProviderFields }
  | { role: 'assistant'; content: string | AiAssistantPart[]; providerOptions?: AiProviderFields }
  | { role: 'tool'; content: AiToolResultPart[]; providerOptions?: AiProviderFields }

type Optioned = { providerOptions?: AiProviderFields }

export type AiTextPart = Optioned & { type: 'text'; text: string }
export type AiReference = Record<string, string> & { type?: never }
export type AiImagePart = Optioned & { type: 'image'; image: string | AiReference; mediaType?: string }
export type AiTextData = { type: 'text'; text: string }
export type AiFilePart = Optioned & {
  type: 'file'
  data: string | AiReference | AiTextData
  mediaType: string
  filename?: string
}
export type AiReasoningPart = Optioned & { type: 'reasoning'; text: string }
export type AiCustomPart = Optioned & { type: 'custom'; kind: `${string}.${string}` }
export type AiToolCallPart = Optioned & {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
}
export type AiToolResultPart = Optioned & {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: AiToolOutput
}
export type AiToolOutput =
  | (Optioned & { type: 'text' | 'error-text'; value: string })
  | (Optioned & { type: 'json' | 'error-json'; value: AiJsonValue })
  | (Optioned & { type: 'execution-denied'; reason?: string })
  | { type: 'content'; value: AiOutputPart[] }
export type AiOutputPart =
  | AiTextPart
  | (Optioned & { type: 'file'; data: AiTextData; mediaType: string; filename?: string })
  | (Optioned & { type: 'file-data'; data: string; mediaType: string; filename?: string })
  | (Optioned & { type: 'file-url'; url: string; mediaType: string })
  | (Optioned & { type: 'file-id'; fileId: AiReference })

export type AiUserPart = AiTextPart | AiImagePart | AiFilePart
export type AiAssistantPart = AiTextPart | AiFilePart | AiReasoningPart | AiCustomPart | AiToolCallPart
