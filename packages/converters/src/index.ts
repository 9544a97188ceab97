export { fromAiSdkModelMessages } from './ai-sdk/from-model-messages.ts'
export { fromAiSdkUiMessages } from './ai-sdk/from-ui-messages.ts'
export type { AiSdkModelMessage } from './ai-sdk/model-message.ts'
export { toAiSdkModelMessages } from './ai-sdk/to-model-messages.ts'
export { toAiSdkUiMessages } from './ai-sdk/to-ui-messages.ts'
export type { AiSdkUiMessage } from './ai-sdk/ui-message.ts'
export { MESSAGE_CONVERTERS, type MessageConverter } from './formats.ts'
export type { GeminiContent } from './gemini/content.ts'
export { fromGeminiContents } from './gemini/from-gemini-contents.ts'
export { toGeminiContents } from './gemini/to-gemini-contents.ts'
export { fromLangChainMessages } from './langchain/from-langchain-messages.ts'
export type { LangChainMessage } from './langchain/message.ts'
export { toLangChainMessages } from './langchain/to-langchain-messages.ts'
export {
  type Conversion,
  type ConversionLoss,
  LOSS_RULES,
  type LossAction,
  type LossRule,
} from './loss.ts'
export type { OpenAiChatMessage } from './openai/chat-message.ts'
export { fromOpenAiChatMessages } from './openai/from-chat-messages.ts'
export { fromOpenAiResponseItems } from './openai/from-response-items.ts'
export type { OpenAiResponseItem } from './openai/response-item.ts'
export { toOpenAiChatMessages } from './openai/to-chat-messages.ts'
export { toOpenAiResponseItems } from './openai/to-response-items.ts'
export type { ForeignFormat } from './said/foreign.ts'
export type { FromOptions } from './said/write-messages.ts'
