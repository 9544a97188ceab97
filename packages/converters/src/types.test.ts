import type { Content } from '@google/genai'
import type { BaseMessageLike } from '@langchain/core/messages'
import type { ModelMessage, UIMessage } from 'ai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import { expect, expectTypeOf, it } from 'vitest'
import {
  type AiSdkModelMessage,
  type AiSdkUiMessage,
  type GeminiContent,
  type LangChainMessage,
  type OpenAiChatMessage,
  type OpenAiResponseItem,
  toOpenAiChatMessages,
} from './index.ts'

it('gives what each library’s own types take', () => {
  expectTypeOf<AiSdkUiMessage>().toExtend<UIMessage>()
  expectTypeOf<AiSdkModelMessage>().toExtend<ModelMessage>()
  expectTypeOf<OpenAiChatMessage>().toExtend<ChatCompletionMessageParam>()
  expectTypeOf<OpenAiResponseItem>().toExtend<ResponseInputItem>()
  expectTypeOf<GeminiContent>().toExtend<Content>()
  expectTypeOf<LangChainMessage>().toExtend<BaseMessageLike>()
  const messages: ChatCompletionMessageParam[] = toOpenAiChatMessages([]).messages
  expect(messages).toEqual([])
})
