import { describe, it } from 'vitest'
import { MESSAGE_CONVERTERS } from './formats.ts'
import type { ForeignFormat } from './said/foreign.ts'
import { expectForeignRoundTrip } from './testing/foreign-round-trip.ts'
import { expectEnvelopes, expectRoundTrip } from './testing/round-trip.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
type Json = Record<string, unknown>
let count = 0
const user = (content: unknown, more: Json = {}): Json => ({
  type: 'user',
  uuid: `u${count++}`,
  timestamp: '2026-01-01T00:00:00.000Z',
  message: { role: 'user', content },
  ...more,
})
const assistant = (content: unknown, more: Json = {}): Json => ({
  type: 'assistant',
  uuid: `a${count++}`,
  timestamp: '2026-01-01T00:00:00.000Z',
  message: {
    id: `msg_${count}`,
    type: 'message',
    role: 'assistant',
    model: 'm',
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
    content,
    ...more,
  },
})
const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
const pdf = {
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
  title: 'T',
  context: 'C',
  citations: { enabled: true },
}
const call = (id: string, input: unknown = { a: 1 }): Json => ({ type: 'tool_use', id, name: 'Read', input })
const result = (id: string, content: unknown, more: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})

const OURS: Readonly<Record<string, readonly Json[]>> = {
  'results of several media': [
    user('hi'),
    assistant([call('a')]),
    user([
      result('a', [
        { type: 'text', text: 'x' },
        png,
        pdf,
        { type: 'text', text: 'y' },
        { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'z' }] },
      ]),
    ]),
  ],
  'parallel calls, results in another order, one with media': [
    user('hi'),
    assistant([{ type: 'text', text: 'go' }, call('a'), call('b'), call('c')]),
    user([
      result('c', [png]),
      result('a', ''),
      result('b', 'no', { is_error: true }),
      { type: 'text', text: 'and' },
    ]),
  ],
  'results in messages of their own': [
    user('hi'),
    assistant([call('a')]),
    assistant([call('b')]),
    user([result('a', 'x')]),
    user([result('b', 'y')]),
  ],
  refusal: [
    user('hi'),
    assistant([{ type: 'text', text: 'I cannot.' }], {
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'bio', explanation: 'e' },
    }),
    user('why'),
    assistant([], { stop_reason: 'refusal' }),
  ],
  citations: [
    user([
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'D' } },
      { type: 'text', text: 'q' },
    ]),
    assistant([
      {
        type: 'text',
        text: 'a',
        citations: [
          {
            type: 'char_location',
            cited_text: 'D',
            document_index: 0,
            document_title: null,
            start_char_index: 0,
            end_char_index: 1,
            file_id: null,
          },
        ],
      },
      { type: 'text', text: 'b', citations: null },
    ]),
  ],
  'server tools': [
    user('hi'),
    assistant([
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [
          {
            type: 'web_search_result',
            url: 'https://example.com',
            title: 't',
            encrypted_content: 'e',
            page_age: null,
          },
        ],
      },
      {
        type: 'text',
        text: 'so',
        citations: [
          {
            type: 'web_search_result_location',
            url: 'https://example.com',
            title: 't',
            encrypted_index: 'i',
            cited_text: 'c',
          },
        ],
      },
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'x', server_name: 's', input: {} },
      {
        type: 'mcp_tool_result',
        tool_use_id: 'mcptoolu_1',
        is_error: false,
        content: [{ type: 'text', text: 'r' }],
      },
      {
        type: 'code_execution_tool_result',
        tool_use_id: 'srvtoolu_2',
        content: { type: 'code_execution_result', stdout: '', stderr: '', return_code: 0, content: [] },
      },
    ]),
  ],
  thinking: [
    user('hi'),
    assistant([
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'thinking', thinking: 't', signature: '' },
      call('a', {}),
    ]),
    user([result('a', undefined)]),
  ],
  'files by id and address': [
    user([
      { type: 'image', source: { type: 'file', file_id: 'file_1' } },
      { type: 'document', source: { type: 'file', file_id: 'file_2' }, title: 't' },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
      { type: 'container_upload', file_id: 'file_3' },
      { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'x' }, png] } },
    ]),
  ],
  'empty texts': [
    user(''),
    assistant([{ type: 'text', text: '' }]),
    user([
      { type: 'text', text: '' },
      { type: 'text', text: '  ' },
    ]),
    assistant([]),
    user([]),
  ],
  'unknown blocks': [
    user([{ type: 'hologram', n: 12 }]),
    assistant([
      { type: 'of_the_future', x: [null] },
      { type: 'text', text: 'ok', cache_control: { type: 'ephemeral', ttl: '1h' }, later: true },
    ]),
    user([result('none', [{ type: 'hologram' }])]),
  ],
  'calls with odd inputs and names': [
    user('hi'),
    assistant([
      call('a', 'text'),
      call('b', null),
      call('c', [1]),
      { type: 'tool_use', id: 'd', name: '', input: {} },
      {
        type: 'tool_use',
        id: 'constructor',
        name: '__proto__',
        input: { __proto__x: 1 },
        caller: { type: 'direct' },
      },
    ]),
    user([
      result('a', 'x'),
      result('b', 'x'),
      result('c', 'x'),
      result('d', 'x'),
      result('constructor', 'x'),
    ]),
  ],
  'one id twice': [
    user('hi'),
    assistant([call('a')]),
    user([result('a', '1')]),
    assistant([call('a')]),
    user([result('a', '2')]),
  ],
  'lone surrogates and zeros': [user('a\ud800b\u0000c'), assistant([{ type: 'text', text: '\udfff' }])],
}

const FORMATS = Object.entries(MESSAGE_CONVERTERS) as [
  ForeignFormat,
  (typeof MESSAGE_CONVERTERS)[ForeignFormat],
][]

describe.each(FORMATS)('odd shapes of ours, as %s', (_format, converter) => {
  it.each(Object.entries(OURS))('%s', (_name, ours) => {
    expectRoundTrip(ours, converter)
    if (!/openai|gemini/.test(_format)) expectEnvelopes(ours, converter)
  })
})

const THEIRS: Readonly<Partial<Record<ForeignFormat, Readonly<Record<string, readonly unknown[]>>>>> = {
  'ai-sdk': {
    'results with media': [
      {
        id: '1',
        role: 'assistant',
        parts: [
          {
            type: 'dynamic-tool',
            toolName: 'Shot',
            toolCallId: 'c',
            state: 'output-available',
            input: {},
            output: { type: 'content', value: [{ type: 'media', data: PIXEL, mediaType: 'image/png' }] },
          },
        ],
      },
    ],
    'an input that could not be parsed': [
      {
        id: '1',
        role: 'assistant',
        parts: [
          {
            type: 'dynamic-tool',
            toolName: 'Shot',
            toolCallId: 'c',
            state: 'output-error',
            input: undefined,
            rawInput: '{"a',
            errorText: 'no JSON',
          },
        ],
      },
    ].map(m => JSON.parse(JSON.stringify(m))),
    'sources and reasoning': [
      {
        id: '1',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: 'reasoning',
            text: '',
            state: 'done',
            providerMetadata: { openai: { itemId: 'rs', reasoningEncryptedContent: 'e' } },
          },
          { type: 'source-document', sourceId: 's', mediaType: 'application/pdf', title: 't', filename: 'f' },
          { type: 'text', text: '' },
        ],
      },
    ],
    'provider tools and approval': [
      {
        id: '1',
        role: 'assistant',
        parts: [
          {
            type: 'tool-web_search',
            toolCallId: 'w',
            state: 'output-available',
            input: {},
            output: [],
            providerExecuted: true,
          },
          {
            type: 'tool-rm',
            toolCallId: 'r',
            state: 'approval-responded',
            input: {},
            approval: { id: 'a', approved: true, reason: 'ok' },
          },
        ],
      },
    ],
    'parallel calls': [
      {
        id: '1',
        role: 'assistant',
        parts: ['a', 'b'].map(id => ({
          type: 'tool-x',
          toolCallId: id,
          state: 'output-available',
          input: { id },
          output: id,
        })),
      },
    ],
  },
  'ai-sdk-model': {
    'odd contents': [
      { role: 'user', content: [] },
      {
        role: 'assistant',
        content: [
          { type: 'file', data: PIXEL, mediaType: 'image/png' },
          { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'x' } } },
          { type: 'text', text: '' },
        ],
      },
      { role: 'assistant', content: '' },
    ],
    'errors and approvals': [
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c', toolName: 'Rm', input: {} },
          { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'a', approved: false, reason: 'no' },
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'Rm',
            output: { type: 'execution-denied', reason: 'no' },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'd',
            toolName: 'X',
            output: { type: 'error-json', value: { e: 1 } },
          },
        ],
      },
    ],
  },
  'openai-chat': {
    'audio and old calls': [
      { role: 'assistant', content: null, audio: { id: 'audio_1' } },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'x' },
    ],
    'refusal beside text': [
      { role: 'assistant', content: 'half', refusal: 'no' },
      { role: 'assistant', content: '', tool_calls: [] },
    ],
    files: [
      {
        role: 'user',
        content: [
          { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        ],
      },
    ],
    'parts of developers and parallel calls': [
      { role: 'developer', content: [{ type: 'text', text: 'a' }], name: 'x' },
      {
        role: 'assistant',
        content: null,
        annotations: [{ type: 'url_citation' }],
        tool_calls: ['a', 'b'].map(id => ({ id, type: 'function', function: { name: 'R', arguments: '' } })),
      },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'tool', tool_call_id: 'a', content: [] },
    ],
  },
  'openai-responses': {
    'reasoning with a cipher': [
      { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'e', status: 'completed' },
      {
        type: 'reasoning',
        id: 'rs2',
        summary: [
          { type: 'summary_text', text: 'a' },
          { type: 'summary_text', text: 'b' },
        ],
        content: [{ type: 'reasoning_text', text: 'c' }],
        encrypted_content: null,
      },
      { type: 'compaction', id: 'cmp', encrypted_content: 'x' },
    ],
    citations: [
      {
        type: 'message',
        role: 'assistant',
        id: 'm',
        status: 'completed',
        content: [
          {
            type: 'output_text',
            text: 'a',
            annotations: [
              { type: 'url_citation', url: 'https://e', title: 't', start_index: 0, end_index: 1 },
              { type: 'file_citation', file_id: 'f', filename: 'n', index: 0 },
            ],
            logprobs: [],
          },
        ],
      },
    ],
    "the provider's tools": [
      { type: 'file_search_call', id: 'fs', queries: ['q'], status: 'completed', results: null },
      {
        type: 'computer_call',
        id: 'cc',
        call_id: 'k',
        action: { type: 'screenshot' },
        pending_safety_checks: [],
        status: 'completed',
      },
      {
        type: 'computer_call_output',
        call_id: 'k',
        output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,x' },
      },
      {
        type: 'code_interpreter_call',
        id: 'ci',
        code: '1',
        container_id: 'c',
        outputs: [{ type: 'logs', logs: '1' }],
        status: 'completed',
      },
      { type: 'mcp_call', id: 'mc', name: 'n', server_label: 's', arguments: '{}', output: 'o' },
      { type: 'mcp_list_tools', id: 'ml', server_label: 's', tools: [] },
      { type: 'image_generation_call', id: 'ig', result: PIXEL, status: 'completed' },
      {
        type: 'apply_patch_call',
        call_id: 'p',
        operation: { type: 'delete_file', path: 'x' },
        status: 'completed',
      },
      { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } },
    ],
    'results with media': [
      { type: 'function_call', call_id: 'a', name: 'x', arguments: '{"a":1e400}' },
      {
        type: 'function_call_output',
        call_id: 'a',
        output: [
          { type: 'input_image', image_url: `data:image/png;base64,${PIXEL}`, detail: 'auto' },
          { type: 'input_text', text: 't' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
        ],
      },
      { type: 'custom_tool_call', call_id: 'b', name: 'x', input: '', id: 'ctc' },
      { type: 'custom_tool_call_output', call_id: 'b', output: [] },
    ],
    'items without a type': [
      { role: 'user', content: '' },
      { role: 'assistant', content: [{ type: 'output_text', text: '', annotations: [] }] },
      { role: 'user', content: [] },
    ],
  },
  gemini: {
    'code, its result, and what was thought': [
      {
        role: 'model',
        parts: [
          { executableCode: { code: '1', language: 'PYTHON' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          { text: '', thoughtSignature: 'c2ln' },
          { text: '', thought: true },
          { inlineData: { mimeType: 'image/png', data: PIXEL, displayName: 'x' }, thoughtSignature: 'x' },
        ],
      },
    ],
    'parallel calls without ids': [
      { role: 'user', parts: [{ text: '' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'r', args: {} }, thoughtSignature: 's' },
          { functionCall: { name: 'r', args: { a: 2 } } },
          { functionCall: { name: 'constructor' } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'r', response: { result: 1 } } },
          { functionResponse: { name: 'r', response: {} } },
          { functionResponse: { name: 'constructor', response: { output: '' } } },
        ],
      },
    ],
    'odd turns': [
      { parts: [{ text: 'x' }] },
      { role: 'function', parts: [{ functionResponse: { name: 'q', response: { error: 'e' } } }] },
      {
        role: 'model',
        parts: [
          {
            fileData: { fileUri: 'files/abc', mimeType: 'application/pdf', displayName: 'd' },
            mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' },
          },
          { toolCall: { id: 'x' } },
        ],
      },
    ],
  },
  langchain: {
    'blocks of version 1': [
      {
        role: 'ai',
        id: '1',
        content: [
          { type: 'reasoning', reasoning: '', extras: { signature: 's' } },
          { type: 'text', text: 'a', annotations: [{ type: 'citation', url: 'https://e' }] },
          { type: 'server_tool_call', id: 's', name: 'w', args: {} },
          { type: 'server_tool_call_result', toolCallId: 's', status: 'success', output: {} },
          { type: 'non_standard', value: { a: 1 } },
        ],
        invalid_tool_calls: [{ type: 'invalid_tool_call', id: 'x', name: 'R', args: '{"a', error: 'e' }],
      },
    ],
    'a developer': [{ role: 'developer', id: '4', content: 'd' }],
    'media in results': [
      {
        role: 'ai',
        id: '0',
        content: '',
        tool_calls: [
          { type: 'tool_call', id: 'c', name: 'R', args: {} },
          { type: 'tool_call', id: 'd', name: 'R', args: {} },
        ],
      },
      {
        role: 'tool',
        id: '1',
        tool_call_id: 'd',
        content: [
          { type: 'image', source_type: 'base64', mime_type: 'image/png', data: PIXEL },
          { type: 'file', fileId: 'f', mimeType: 'application/pdf' },
          { type: 'image_url', image_url: 'https://example.com/a.png' },
        ],
      },
      { role: 'tool', id: '2', tool_call_id: 'c', content: '' },
    ],
  },
}

describe.each(Object.entries(THEIRS))('odd shapes of %s', (format, shapes) => {
  it.each(Object.entries(shapes))('%s', (_name, theirs) => {
    expectForeignRoundTrip(theirs, MESSAGE_CONVERTERS[format as ForeignFormat])
  })
})
