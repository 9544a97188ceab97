import type { AiReference } from './model-message.ts'
import type { AiProviderFields } from './slot.ts'

/** A message as the AI SDK's chat keeps and shows it (`UIMessage` of `ai`), as JSON. */
export type AiSdkUiMessage = {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: unknown
  parts: AiUiPart[]
}

type Provided = { providerMetadata?: AiProviderFields }

export type AiUiPart =
  | (Provided & { type: 'text'; text: string })
  | (Provided & { type: 'reasoning'; text: string })
  | (Provided & {
      type: 'file'
      mediaType: string
      url: string
      filename?: string
      providerReference?: AiReference
    })
  | { type: 'data-antiphon-block'; data: unknown }
  | { type: 'step-start' }
  | AiUiTool

/** A call and, where there is one, its result: the SDK keeps both in one part. */
export type AiUiTool = { type: 'dynamic-tool'; toolName: string; toolCallId: string } & AiUiToolState

type Called = { input: unknown; callProviderMetadata?: AiProviderFields }

export type AiUiToolState =
  | (Called & { state: 'input-available' })
  | (Called & { state: 'output-available'; output: unknown; resultProviderMetadata?: AiProviderFields })
  | (Called & { state: 'output-error'; errorText: string; resultProviderMetadata?: AiProviderFields })
