import fc from 'fast-check'
import {
  answer,
  apiError,
  attachment,
  image,
  type LogMessage,
  localCommand,
  log,
  pdf,
  text,
  thinking,
  user,
} from './history-builder.ts'
import { PIXEL } from './pixel.ts'

const SEARCH_RESULT = {
  type: 'search_result',
  source: 's',
  title: 't',
  content: [text('found'), text('more')],
}

/** A whole session with every kind of block that the API knows, each as the API writes it. */
export const arbitraryRichHistory: fc.Arbitrary<readonly LogMessage[]> = fc
  .array(richTurn(), { minLength: 1, maxLength: 4 })
  .map(turns => log(...turns.flatMap((turn, index) => turn.map(message => numbered(message, index)))))

function richTurn(): fc.Arbitrary<readonly LogMessage[]> {
  return fc
    .record({
      said: fc.option(fc.array(userBlock(), { minLength: 1, maxLength: 3 })),
      aside: fc.option(aside()),
      blocks: fc.array(answerBlocks(), { maxLength: 4 }).map(groups => groups.flat()),
      results: fc.array(resultBlock(), { maxLength: 2 }),
      stop: fc.constantFrom('end_turn', 'tool_use', 'pause_turn', null),
      split: fc.boolean(),
    })
    .map(({ said, aside: extra, blocks, results, stop, split }) => {
      const calls = results.map((_, index) => ({
        type: 'tool_use',
        id: `toolu_#_${index}`,
        name: 'Read',
        input: { path: ['a', { b: index }] },
      }))
      const all = [...blocks, ...calls]
      const entries = split ? all.map(block => [block]) : all.length > 0 ? [all] : []
      return [
        ...(said ? [user(said)] : []),
        ...(extra ? [extra] : []),
        ...entries.map((content, index) =>
          answer('msg_#', content, { stop_reason: index === entries.length - 1 ? stop : null }),
        ),
        ...(results.length > 0
          ? [user(results.map((block, index) => ({ ...block, tool_use_id: `toolu_#_${index}` })))]
          : []),
      ]
    })
}

function userBlock(): fc.Arbitrary<object> {
  return fc.oneof(
    fc.constant(text('hello')),
    mediaBlock(),
    fc.constantFrom(
      { type: 'container_upload', file_id: 'file_1' },
      { type: 'compaction', content: 'so far' },
    ),
  )
}

function mediaBlock(): fc.Arbitrary<object> {
  return fc.constantFrom<object>(
    image(PIXEL),
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    { ...pdf(), title: 'plan' },
    {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'words' },
      citations: { enabled: true },
    },
    {
      type: 'document',
      source: { type: 'content', content: [text('x'), image(PIXEL)] },
      context: 'c',
    },
    SEARCH_RESULT,
    { ...SEARCH_RESULT, citations: { enabled: true } },
  )
}

function aside(): fc.Arbitrary<LogMessage> {
  return fc.constantFrom(
    attachment({ type: 'memory', content: 'tabs' }),
    attachment({
      type: 'file',
      filename: 'a.pdf',
      content: { type: 'pdf', file: { filePath: 'a.pdf', base64: pdf().source.data } },
    }),
    attachment({ type: 'queued_command', prompt: [image(PIXEL), text('look')] }),
    localCommand('$ ls'),
    { type: 'system', message: { role: 'system', content: [text('mind the gap')] } },
    apiError('PDF too large'),
    apiError('Request too large'),
  )
}

function resultBlock(): fc.Arbitrary<object> {
  return fc.oneof(
    fc.constantFrom<object>(
      { type: 'tool_result', content: 'plain' },
      { type: 'tool_result' },
      { type: 'tool_result', content: 'it broke', is_error: true },
      { type: 'tool_result', content: [SEARCH_RESULT, SEARCH_RESULT] },
      { type: 'tool_result', content: [{ type: 'tool_reference', tool_name: 'Read' }] },
    ),
    fc
      .array(fc.oneof(fc.constant(text('seen')), mediaBlock()), { maxLength: 2 })
      .map(content => ({ type: 'tool_result', content })),
  )
}

function answerBlocks(): fc.Arbitrary<readonly object[]> {
  return fc.constantFrom<readonly object[]>(
    [thinking()],
    [{ type: 'redacted_thinking', data: 'x' }],
    [text('Well.')],
    [{ ...text('Cited.'), citations: [{ type: 'char_location', cited_text: 'a', document_index: 0 }] }],
    serverPair('web_search', [
      { type: 'web_search_result', url: 'u', title: 't', encrypted_content: 'e', page_age: null },
    ]),
    serverPair('code_execution', {
      type: 'code_execution_result',
      stdout: '1',
      stderr: '',
      return_code: 0,
      content: [],
    }),
    [
      { type: 'server_tool_use', id: 'srvtoolu_#_s', name: 'tool_search_tool_regex', input: { query: 'x' } },
      {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_#_s',
        content: {
          type: 'tool_search_tool_search_result',
          tool_references: [{ type: 'tool_reference', tool_name: 'Read' }],
        },
      },
    ],
    [
      { type: 'mcp_tool_use', id: 'mcptoolu_#', name: 'find', server_name: 'docs', input: {} },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_#', is_error: false, content: [text('r')] },
    ],
    [{ type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }],
  )
}

function serverPair(name: string, content: unknown): readonly object[] {
  const id = `srvtoolu_#_${name}`
  return [
    { type: 'server_tool_use', id, name, input: { query: 'x' } },
    { type: `${name}_tool_result`, tool_use_id: id, content },
  ]
}

/** Gives each turn its own ids. */
function numbered(message: LogMessage, turn: number): LogMessage {
  return JSON.parse(JSON.stringify(message).replaceAll('_#', `_${turn}`)) as LogMessage
}
