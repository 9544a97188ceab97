import fc from 'fast-check'
import type { Message } from '../message/message.ts'

/** Logs whose messages name each other's calls often, with uuids that are unique but, by default, share beginnings. */
export function arbitraryUiLog(uuid: fc.Arbitrary<string> = kindredUuid()): fc.Arbitrary<Message[]> {
  return fc.array(messageBody(), { maxLength: 24 }).chain(bodies =>
    fc
      .uniqueArray(uuid, { minLength: bodies.length, maxLength: bodies.length })
      // The bodies are built below, each in the shape of its type.
      .map(uuids => bodies.map((body, index) => ({ ...body, uuid: uuids[index] }) as unknown as Message)),
  )
}

/** The same with fields replaced, messages doubled, and values that are no messages at all. */
export function arbitraryHostileLog(): fc.Arbitrary<Message[]> {
  const value = fc.oneof(
    { weight: 4, arbitrary: damaged(messageBody()) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  )
  const uuids = fc.option(fc.constantFrom('u1', 'u2', 7), { nil: undefined })
  // Hostile on purpose: the functions under test promise to take any JSON.
  return fc.array(
    fc
      .tuple(value, uuids)
      .map(([body, id]) => (isRecord(body) ? { uuid: id, ...body } : body) as unknown as Message),
    { maxLength: 20 },
  )
}

const PREFIXES = ['aaaaaaaa-aaaa-4aaa-8aaa-', 'bbbbbbbb-bbbb-4bbb-8bbb-'] as const

function kindredUuid(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.uuid({ version: 4 }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...PREFIXES), fc.nat(40), fc.constantFrom('0', 'f'))
        .map(([prefix, number, fill]) => prefix + number.toString(16).padStart(12, fill)),
    },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 3 }) },
  )
}

function toolId(): fc.Arbitrary<string> {
  return fc.constantFrom('t1', 't2', 't3', 't4', 't5')
}

function call(): fc.Arbitrary<object> {
  return fc.record({
    type: fc.constantFrom('tool_use', 'tool_use', 'server_tool_use'),
    id: toolId(),
    name: fc.constantFrom('Bash', 'Task', 'Agent', 'Read'),
    input: fc.record({ prompt: fc.constantFrom('p', 'q'), command: fc.constantFrom('ls', 'pwd') }),
  })
}

function result(): fc.Arbitrary<object> {
  return fc.record(
    { type: fc.constant('tool_result'), tool_use_id: toolId(), content: fc.string(), is_error: fc.boolean() },
    { requiredKeys: ['type', 'tool_use_id'] },
  )
}

function plainBlock(): fc.Arbitrary<object> {
  return fc.oneof(
    fc.record({
      type: fc.constant('text'),
      text: fc.constantFrom('p', 'hello', '<bash-input>ls</bash-input>'),
    }),
    fc.constant({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }),
  )
}

type Body = Readonly<Record<string, unknown>>

function messageBody(): fc.Arbitrary<Body> {
  const flags = fc.record(
    {
      timestamp: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:05.000Z'),
      isSidechain: fc.boolean(),
      isMeta: fc.constant(true),
      agentId: fc.constantFrom('a1', 'a2'),
      parentUuid: fc.constantFrom('u1', 'u2'),
      sourceToolUseID: toolId(),
      parentToolUseID: toolId(),
    },
    { requiredKeys: ['timestamp'] },
  )
  return fc.tuple(flags, fc.oneof(user(), assistant(), hook(), progress(), system())).map(([base, body]) => ({
    ...base,
    ...body,
  }))
}

function user(): fc.Arbitrary<Body> {
  const content = fc.oneof(
    fc.constantFrom('p', 'hi'),
    fc.array(fc.oneof(result(), plainBlock()), { maxLength: 3 }),
  )
  return fc.record(
    {
      type: fc.constant('user'),
      message: fc.record({ role: fc.constant('user'), content }),
      imagePasteIds: fc.array(fc.nat(9), { maxLength: 3 }),
      toolUseResult: fc.record({ agentId: fc.constantFrom('a1', 'a2') }),
    },
    { requiredKeys: ['type', 'message'] },
  )
}

function assistant(): fc.Arbitrary<Body> {
  const block = fc.oneof(call(), plainBlock(), fc.constant({ type: 'thinking', thinking: 'hm' }))
  return fc.record({
    type: fc.constant('assistant'),
    message: fc.record({
      id: fc.constantFrom('m1', 'm2', 'm3'),
      role: fc.constant('assistant'),
      content: fc.array(block, { maxLength: 3 }),
    }),
  })
}

function hook(): fc.Arbitrary<Body> {
  const hookEvent = fc.constantFrom('PreToolUse', 'PostToolUse', 'Stop')
  return fc.oneof(
    fc.record({
      type: fc.constant('attachment'),
      attachment: fc.record({ type: fc.constant('hook_success'), hookEvent, toolUseID: toolId() }),
    }),
    fc.record({
      type: fc.constant('progress'),
      toolUseID: toolId(),
      data: fc.record({ type: fc.constant('hook_progress'), hookEvent }),
    }),
  )
}

function progress(): fc.Arbitrary<Body> {
  const nested = fc.oneof(user(), assistant()).map(body => ({ ...body, uuid: 'nested' }))
  return fc.record({
    type: fc.constant('progress'),
    parentToolUseID: toolId(),
    data: fc.oneof(
      fc.constant({ type: 'bash_progress', fullOutput: 'x' }),
      fc.record({
        type: fc.constant('agent_progress'),
        agentId: fc.constantFrom('a1', 'a2'),
        message: nested,
      }),
    ),
  })
}

function system(): fc.Arbitrary<Body> {
  return fc.record({
    type: fc.constant('system'),
    subtype: fc.constantFrom('api_error', 'informational', 'compact_boundary', 'turn_duration'),
    content: fc.constantFrom('', 'note'),
  })
}

function damaged(bodies: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  const field = fc.constantFrom('type', 'message', 'data', 'attachment', 'timestamp', 'uuid', 'none')
  const inner = fc.constantFrom('content', 'id', 'none')
  return fc
    .tuple(bodies, field, inner, fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }))
    .map(([body, name, innerName, replacement, innerReplacement]) => {
      const message = isRecord(body.message)
        ? { ...body.message, [innerName]: innerReplacement }
        : body.message
      return name === 'none' ? { ...body, message } : { ...body, [name]: replacement }
    })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
