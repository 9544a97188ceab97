import type { ApiViewMessage } from '@antiphon/core/api'
import { fromAiSdkModelMessages } from './ai-sdk/from-model-messages.ts'
import { fromAiSdkUiMessages } from './ai-sdk/from-ui-messages.ts'
import { toAiSdkModelMessages } from './ai-sdk/to-model-messages.ts'
import { toAiSdkUiMessages } from './ai-sdk/to-ui-messages.ts'
import { fromGeminiContents } from './gemini/from-gemini-contents.ts'
import { toGeminiContents } from './gemini/to-gemini-contents.ts'
import { fromLangChainMessages } from './langchain/from-langchain-messages.ts'
import { toLangChainMessages } from './langchain/to-langchain-messages.ts'
import type { Conversion } from './loss.ts'
import { fromOpenAiChatMessages } from './openai/from-chat-messages.ts'
import { fromOpenAiResponseItems } from './openai/from-response-items.ts'
import { toOpenAiChatMessages } from './openai/to-chat-messages.ts'
import { toOpenAiResponseItems } from './openai/to-response-items.ts'
import type { ForeignFormat } from './said/foreign.ts'
import type { FromOptions } from './said/write-messages.ts'

/** Both directions of one format. */
export type MessageConverter = {
  readonly to: (messages: readonly unknown[]) => Conversion<unknown>
  readonly from: (messages: readonly unknown[], options?: FromOptions) => Conversion<ApiViewMessage>
}

/** Every format that there is a converter for, for those who choose one by its name. */
export const MESSAGE_CONVERTERS: Readonly<Record<ForeignFormat, MessageConverter>> = {
  'ai-sdk': { to: toAiSdkUiMessages, from: fromAiSdkUiMessages },
  'ai-sdk-model': { to: toAiSdkModelMessages, from: fromAiSdkModelMessages },
  'openai-chat': { to: toOpenAiChatMessages, from: fromOpenAiChatMessages },
  'openai-responses': { to: toOpenAiResponseItems, from: fromOpenAiResponseItems },
  gemini: { to: toGeminiContents, from: fromGeminiContents },
  langchain: { to: toLangChainMessages, from: fromLangChainMessages },
}
