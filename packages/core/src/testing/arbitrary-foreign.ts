import fc from 'fast-check'
import { PIXEL } from './pixel.ts'

const BLOCK_TYPES = [
  'text',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'search_result',
  'tool_reference',
  'server_tool_use',
  'web_search_tool_result',
  'code_execution_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'container_upload',
  'fallback',
  'compaction',
  'toString',
  'brand_new',
]

/** Any JSON object in place of a message: what a foreign program may have written. */
export const arbitraryForeign: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      type: fc.constantFrom(
        'user',
        'assistant',
        'system',
        'attachment',
        'progress',
        'tombstone',
        'result',
        'nonsense',
      ),
      uuid: fc.constantFrom('u-1', 'u-2', '', 'x'),
      isMeta: fc.constantFrom(true, false, null),
      message: fc.record(
        {
          role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
          id: fc.constantFrom('msg-1', 'msg-2', 7),
          content: fc.oneof(fc.jsonValue(), fc.array(hostileBlock(), { maxLength: 4 })),
          stop_reason: fc.constantFrom('pause_turn', 'end_turn', null),
        },
        { requiredKeys: [] },
      ),
      attachment: fc.oneof(
        fc.jsonValue(),
        fc.record({ type: fc.constantFrom('memory', 'file', 'queued_command', 'x') }),
      ),
      content: fc.jsonValue(),
      subtype: fc.constantFrom('local_command', 'api_error', 'x'),
    },
    { requiredKeys: ['type'] },
  ),
)

/** A block that is wrong in one of the ways that real and hostile logs are. */
export function hostileBlock(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        type: fc.constantFrom(...BLOCK_TYPES),
        id: toolId(),
        tool_use_id: toolId(),
        name: hostileText(),
        input: fc.jsonValue(),
        text: hostileText(),
        thinking: hostileText(),
        signature: fc.constantFrom('sig', '', 3),
        data: fc.constantFrom('d', '', null),
        source: source(),
        content: fc.oneof(hostileText(), fc.jsonValue(), fc.array(innerBlock(), { maxLength: 3 })),
        is_error: fc.constantFrom(true, false, null, 'yes'),
        cache_control: fc.constant({ type: 'ephemeral' }),
        extra: fc.constant(1),
        tool_name: fc.constantFrom('Read', 'Gone', 5),
        caller: fc.constantFrom(
          { type: 'direct' },
          { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' },
          4,
        ),
      },
      { requiredKeys: ['type'] },
    ),
  )
}

export function hostileText(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.string(),
    fc.constantFrom('', ' ', '\n\t', '\ud83d', 'ok \udc00 no', 'text', 9, null, 'x'.repeat(300)),
  )
}

function source(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constant({ type: 'base64', media_type: 'image/png', data: PIXEL }),
    fc.constantFrom<unknown>(
      { type: 'base64', media_type: 'image/jpeg', data: PIXEL },
      { type: 'base64', media_type: 'image/png', data: `data:image/png;base64,${PIXEL}` },
      { type: 'base64', media_type: 'image/png', data: 'bm90IGFuIGltYWdl' },
      { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' },
      { type: 'base64', media_type: 'text/plain', data: '****' },
      { type: 'url', url: 'https://example.com/a.png' },
      { type: 'url', url: 'http://example.com/a.png' },
      { type: 'file', file_id: 'file_1' },
      { type: 'text', media_type: 'text/plain', data: 'words' },
      { type: 'content', content: 'words' },
      { type: 'content', content: [{ type: 'text', text: ' ' }] },
      'nowhere',
      null,
    ),
  )
}

function innerBlock(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.record(
      {
        type: fc.constantFrom(
          'text',
          'image',
          'document',
          'search_result',
          'tool_reference',
          'tool_result',
          'odd',
        ),
        text: hostileText(),
        source: source(),
        tool_name: fc.constantFrom('Read', 'Gone', ''),
        title: fc.constantFrom('t', ''),
        content: fc.constantFrom([{ type: 'text', text: 'found' }], [], 'x'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.jsonValue(),
  )
}

function toolId(): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown>(
    'toolu_a',
    'toolu_b',
    'toolu_c',
    'srvtoolu_1',
    'bad id!',
    'üml',
    '',
    null,
    5,
  )
}
