import { PIXEL } from '@antiphon/core/testing/pixel'
import type { Content } from '@google/genai'
import type { ModelMessage, UIMessage } from 'ai'
import fc from 'fast-check'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import type { LangChainMessage } from '../langchain/message.ts'
import type { ForeignFormat } from '../said/foreign.ts'

const DATA_URL = `data:image/png;base64,${PIXEL}`

/** Conversations as the libraries themselves write them, typed by them. */
export const ARBITRARY_THEIRS: Readonly<Record<ForeignFormat, fc.Arbitrary<readonly unknown[]>>> = {
  'ai-sdk': fc.array(uiMessage(), { maxLength: 5 }).map(withIds),
  'ai-sdk-model': fc.array(modelMessage(), { maxLength: 6 }),
  'openai-chat': fc.array(chatMessage(), { maxLength: 6 }),
  'openai-responses': fc.array(responseItem(), { maxLength: 8 }),
  gemini: fc.array(fc.array(geminiPart(), { minLength: 1, maxLength: 4 }), { maxLength: 5 }).map(byTurns),
  langchain: fc.array(langChainMessage(), { maxLength: 6 }).map(withIds),
}

function words(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('Hello', '', '帮我', 'a\nb', '{"a": 1}'), fc.string())
}

function withIds<T extends object>(messages: readonly T[]): readonly T[] {
  return messages.map((message, index) => ({ ...message, id: `id-${index}` }))
}

function uiMessage(): fc.Arbitrary<Omit<UIMessage, 'id'>> {
  const part: fc.Arbitrary<UIMessage['parts'][number]> = fc.oneof(
    words().map(text => ({ type: 'text', text }) as const),
    fc.constantFrom<UIMessage['parts'][number]>(
      { type: 'text', text: 'done', state: 'done', providerMetadata: { openai: { itemId: 'msg_1' } } },
      { type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 'sig', other: 1 } } },
      { type: 'file', mediaType: 'image/png', url: DATA_URL, filename: 'a.png' },
      { type: 'file', mediaType: 'video/mp4', url: 'https://example.com/a.mp4' },
      { type: 'source-url', sourceId: 's', url: 'https://example.com' },
      { type: 'data-weather', id: 'w', data: { celsius: 21 } },
      { type: 'custom', kind: 'openai.compaction' },
    ),
  )
  const tool = fc.constantFrom<UIMessage['parts'][number]>(
    { type: 'tool-weather', toolCallId: 't#', state: 'output-available', input: {}, output: { celsius: 21 } },
    { type: 'tool-weather', toolCallId: 't#', state: 'input-streaming', input: { city: 'B' } },
    { type: 'tool-weather', toolCallId: 't#', state: 'output-error', input: {}, errorText: 'no' },
    { type: 'dynamic-tool', toolName: 'Read', toolCallId: 't#', state: 'input-available', input: { a: 1 } },
    {
      ...{ type: 'dynamic-tool', toolName: 'Read', toolCallId: 't#', state: 'output-available', input: 3 },
      ...{ output: [{ type: 'text', text: 'x' }], preliminary: true, title: 'Reads' },
      callProviderMetadata: { openai: { itemId: 'fc_1' } },
    },
    {
      ...{ type: 'tool-rm', toolCallId: 't#', state: 'output-denied', input: {} },
      approval: { id: 'a', approved: false },
    },
    {
      ...{ type: 'tool-rm', toolCallId: 't#', state: 'approval-requested', input: {} },
      approval: { id: 'a' },
    },
  )
  const start = fc.constant<UIMessage['parts'][number]>({ type: 'step-start' })
  return fc.oneof(
    fc.record({
      role: fc.constantFrom('system', 'user'),
      parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      role: fc.constant('assistant'),
      metadata: fc.constant({ model: 'gpt-9' }),
      parts: fc
        .array(fc.oneof(part, tool, start), { minLength: 1, maxLength: 5 })
        .map(parts =>
          parts.map((part, index) => ('toolCallId' in part ? { ...part, toolCallId: `t${index}` } : part)),
        ),
    }),
  )
}

function modelMessage(): fc.Arbitrary<ModelMessage> {
  return fc.oneof(
    fc.record({ role: fc.constant('system'), content: words() }),
    fc.record({ role: fc.constant('user'), content: words() }),
    fc.constantFrom<ModelMessage>(
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: 'a',
            providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
          },
          { type: 'image', image: 'https://example.com/a.png' },
          { type: 'file', data: PIXEL, mediaType: 'audio/mpeg', filename: 'a.mp3' },
        ],
        providerOptions: { openai: { x: 1 } },
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { openai: { itemId: 'rs_1' } } },
          { type: 'text', text: 'b' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'Read', input: { a: 1 } },
          { type: 'tool-call', toolCallId: 'p', toolName: 'search', input: 'q', providerExecuted: true },
          { type: 'tool-result', toolCallId: 'p', toolName: 'search', output: { type: 'json', value: [1] } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'Read',
            output: { type: 'json', value: { a: [1] } },
          },
          { type: 'tool-result', toolCallId: 'd', toolName: 'Rm', output: { type: 'execution-denied' } },
          { type: 'tool-approval-response', approvalId: 'a', approved: true },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            ...{ type: 'tool-result', toolCallId: 'c', toolName: 'Read' },
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'x' },
                { type: 'file-data', data: PIXEL, mediaType: 'image/png', filename: 'p.png' },
                { type: 'file-url', url: 'https://example.com/a.mp4', mediaType: 'video/mp4' },
              ],
            },
          },
        ],
      },
      { role: 'assistant', content: 'short' },
    ),
  )
}

function chatMessage(): fc.Arbitrary<ChatCompletionMessageParam> {
  return fc.oneof(
    fc.record({ role: fc.constantFrom('system', 'developer', 'user', 'assistant'), content: words() }),
    words().map(text => ({
      role: 'assistant' as const,
      content: text,
      tool_calls: [{ id: 'c', type: 'function' as const, function: { name: 'Read', arguments: text } }],
    })),
    fc.constantFrom<ChatCompletionMessageParam>(
      { role: 'user', name: 'Ada', content: 'named' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: DATA_URL, detail: 'low' } },
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
          { type: 'file', file: { file_id: 'file-1' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'a' },
          { type: 'refusal', refusal: 'no' },
        ],
      },
      { role: 'assistant', refusal: 'no' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'Read', arguments: '{ "a":1.0 }' } },
          { id: 'b', type: 'custom', custom: { name: 'patch', input: '*** Begin' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'x' }] },
    ),
  )
}

function responseItem(): fc.Arbitrary<ResponseInputItem> {
  return fc.oneof(
    fc.record({ role: fc.constantFrom('system', 'developer', 'user', 'assistant'), content: words() }),
    words().map(text => ({
      ...{ type: 'function_call' as const, id: 'fc_1', call_id: 'c', name: 'Read', arguments: text },
      status: 'completed' as const,
    })),
    fc.constantFrom<ResponseInputItem>(
      {
        ...{ type: 'message', role: 'user' },
        content: [
          { type: 'input_text', text: 'a' },
          { type: 'input_image', image_url: DATA_URL, detail: 'high' },
          { type: 'input_image', file_id: 'file-1', detail: 'auto' },
          { type: 'input_file', file_url: 'https://example.com/a.pdf' },
        ],
      },
      {
        ...{ type: 'message', role: 'assistant', id: 'msg_1', status: 'completed', phase: 'commentary' },
        content: [
          { type: 'output_text', text: 'a', annotations: [] },
          { type: 'refusal', refusal: 'b' },
        ],
      },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'hm' }],
        encrypted_content: 'e',
      },
      { type: 'custom_tool_call', call_id: 'd', name: 'patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: 'd', output: 'done' },
      { type: 'function_call_output', call_id: 'c', output: 'done', status: 'completed' },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'x' }] },
      {
        ...{ type: 'web_search_call', id: 'ws_1', status: 'completed' },
        action: { type: 'search' as const, query: 'q', queries: ['q'] },
      },
      { type: 'local_shell_call_output', id: 'ls_1', output: '{}' },
      { type: 'item_reference', id: 'x' },
    ),
  )
}

function geminiPart(): fc.Arbitrary<NonNullable<Content['parts']>[number]> {
  return fc.oneof(
    words().map(text => ({ text })),
    fc.constantFrom<NonNullable<Content['parts']>[number]>(
      { text: 'hm', thought: true, thoughtSignature: 'c2ln' },
      { text: 'said', thoughtSignature: 'c2ln' },
      { inlineData: { mimeType: 'image/png', data: PIXEL } },
      { inlineData: { mimeType: 'audio/wav', data: 'AA==' } },
      { fileData: { fileUri: 'gs://b/a.mp4', mimeType: 'video/mp4' } },
      {
        fileData: { fileUri: 'https://example.com/a.png', mimeType: 'image/png' },
        videoMetadata: { fps: 1 },
      },
      { functionCall: { name: 'read', args: { a: 1 } }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'c', name: 'read' } },
      { functionResponse: { name: 'read', response: { output: 'x' } } },
      { functionResponse: { id: 'c', name: 'read', response: { error: 'no' }, willContinue: false } },
      { functionResponse: { id: 'c', name: 'other', response: { celsius: 21, output: 1 } } },
      {
        functionResponse: {
          ...{ id: 'c', name: 'read', response: { output: 'x' } },
          parts: [{ inlineData: { mimeType: 'image/png', data: PIXEL } }],
        },
      },
      { executableCode: { code: '1', language: 'PYTHON' as never } },
    ),
  )
}

function byTurns(turns: readonly (readonly unknown[])[]): readonly unknown[] {
  return turns.map((parts, index) => ({ role: index % 2 === 0 ? 'user' : 'model', parts }))
}

function langChainMessage(): fc.Arbitrary<LangChainMessage> {
  const call = { type: 'tool_call', id: 'c', name: 'Read', args: { a: 1 } } as const
  return fc.oneof(
    fc.record({ role: fc.constantFrom('human', 'system', 'ai'), content: words() }),
    fc.constantFrom<LangChainMessage>(
      {
        role: 'human',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', mimeType: 'image/png', data: PIXEL },
          { type: 'image_url', image_url: { url: DATA_URL } },
          { type: 'audio', mimeType: 'audio/wav', data: 'AA==' },
        ],
        additional_kwargs: { x: 1 },
      },
      { role: 'ai', content: '', tool_calls: [call], response_metadata: { model_provider: 'openai' } },
      {
        ...{ role: 'ai', content: 'Well.', tool_calls: [call] },
        usage_metadata: {
          ...{ input_tokens: 9, output_tokens: 1, total_tokens: 10 },
          input_token_details: { cache_read: 4, cache_creation: 2 },
        },
      },
      {
        role: 'ai',
        content: [
          { type: 'reasoning', reasoning: 'hm' },
          { type: 'text', text: 'a', index: 0 },
          { type: 'tool_use', id: 'c', name: 'Read', input: { a: 1 } },
        ],
        tool_calls: [call],
      },
      { role: 'tool', tool_call_id: 'c', content: 'done', status: 'success', name: 'Read' },
      { role: 'tool', tool_call_id: 'c', content: 'done', artifact: { a: [1] } },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'x' }], status: 'error' },
    ),
  )
}
